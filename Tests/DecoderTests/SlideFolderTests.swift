import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// Slides of several files: what the decoder may read in their folder, and what it may not.
@Suite struct SlideFolderTests {
  private func client(_ path: String, folder: String?) throws -> DecoderClient {
    try DecoderClient(.slide, #require(PictureFile(path: path)), folder: folder)
  }

  /// The error sentence of opening or reading a slide; `nil` if it can be read.
  private func failure(_ path: String, folder: String?) throws -> String? {
    let client = try client(path, folder: folder)
    do {
      let info = try client.open()
      _ = try client.pixels(of: Level(size: info.size))
      return nil
    } catch let failure as CodecError {
      return failure.sentence
    }
  }

  @Test func miraxSlidesAreReadFromTheirFolder() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.mirax(in: folder)
    let reference = try #require(SlideReference(path: path))
    let client = try client(path, folder: folder.path + "/slide")
    let info = try client.open()
    #expect(info.size == PixelSize(width: 192, height: 128))
    for (number, size) in reference.sizes.enumerated() {
      let pixels = try client.pixels(of: Level(size: size))
      #expect(pixels.difference(reference.pixels(ofLevel: number)) <= 1, "level \(number)")
    }
    // Areas that were not scanned have the slide's background colour.
    #expect(try client.pixels(of: Level(size: info.size)).pixel(180, 100) == [51, 51, 51, 255])
    #expect(client.missing.isEmpty)
    #expect(client.texts == ["scanner: mirax\nmicrons per pixel: 0.5\nobjective power: 20"])
  }

  @Test func hamamatsuSlidesAreReadFromNeighbouringFiles() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.hamamatsu(in: folder)
    let reference = try #require(SlideReference(path: path))
    let client = try client(path, folder: folder.path)
    let info = try client.open()
    #expect(info.pageNames == ["slide", "macro"])
    #expect(info.size == PixelSize(width: 320, height: 96))
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(pixels.difference(reference.pixels(ofLevel: 0)) <= 1)
  }

  @Test func uncompressedHamamatsuSlidesAreRead() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.uncompressedHamamatsu(in: folder)
    let reference = try #require(SlideReference(path: path))
    let client = try client(path, folder: folder.path)
    let info = try client.open()
    #expect(info.pageNames == ["slide", "macro"])
    try #require(
      reference.sizes == [(640, 320), (160, 80)].map { PixelSize(width: $0, height: $1) })
    #expect(info.size == reference.sizes[0])
    for (number, size) in reference.sizes.enumerated() {
      let pixels = try client.pixels(of: Level(size: size))
      #expect(pixels.difference(reference.pixels(ofLevel: number)) <= 1, "level \(number)")
    }
    // The upper eight of twelve bits.
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(
      pixels.pixel(7, 9) == [
        UInt8((7 * 13 + 900) / 16), UInt8(9 * 29 / 16), UInt8(14 * 17 / 16), 255,
      ])
    #expect(client.texts.first?.hasPrefix("scanner: hamamatsu") == true)
  }

  @Test func aMissingFolderGivesASentence() throws {
    let folder = try TemporaryFolder()
    for path in [
      try SlideFolderWriter.mirax(in: folder), try SlideFolderWriter.hamamatsu(in: folder),
    ] {
      let empty = try folder.folder("empty" + path.suffix(4))
      for place in [nil, empty] {
        let sentence = try #require(try failure(path, folder: place), "\(path)")
        #expect(sentence.contains("slide") && !sentence.contains("nonexistent"), "\(sentence)")
      }
    }
  }

  /// Names that lead out of the folder are not followed, though the file exists.
  @Test(arguments: [
    "../outside.dat", "/proc/self/maps", "../slide/Data0000.dat", "sub/Data0000.dat",
  ])
  func namesDoNotLeadOutOfTheFolder(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.mirax(in: folder, dataFile: name)
    let data = try TemporaryFolder.contents(of: folder.path + "/slide/Data0000.dat")
    _ = try folder.file("outside.dat", data)
    _ = try folder.folder("slide/sub")
    _ = try folder.file("slide/sub/Data0000.dat", data)
    // OpenSlide alone would follow the name.
    if !name.hasPrefix("/") { try #require(SlideReference(path: path) != nil) }
    let sentence = try failure(path, folder: folder.path + "/slide")
    #expect(sentence?.hasPrefix("the slide is damaged (") == true, "\(sentence ?? "it was read")")
  }

  @Test func linksAreNotFollowed() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.mirax(in: folder)
    let file = folder.path + "/slide/Data0000.dat"
    #expect(rename(file, folder.path + "/outside.dat") == 0)
    #expect(symlink("../outside.dat", file) == 0)
    try #require(SlideReference(path: path) != nil)
    let sentence = try failure(path, folder: folder.path + "/slide")
    #expect(sentence?.hasPrefix("the slide is damaged (") == true, "\(sentence ?? "it was read")")
  }

  /// A pipe or folder in place of a file doesn't block the decoder.
  @Test func onlyRegularFilesAreOpened() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.mirax(in: folder)
    #expect(mkfifo(folder.path + "/slide/A.dat", 0o600) == 0)
    _ = try folder.folder("slide/B.dat")
    #expect(try failure(path, folder: folder.path + "/slide") == nil)
  }

  /// The files in a folder that the decoder of an open slide has open.
  private func openFiles(_ path: String, of folder: TemporaryFolder, _ place: String) throws
    -> [String]
  {
    let client = try client(path, folder: place)
    _ = try client.open()
    var names: [String] = []
    for number in 3..<600 {
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/\(client.process.pid)/fd/\(number)", &target, target.count)
      guard count > 0 else { continue }
      names.append(String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    // Other descriptors are the socket, the arena, and files that other tests have open meanwhile.
    return names.filter { $0.hasPrefix(folder.path) }.sorted()
  }

  /// The folder itself is closed, and so are files that the slide's description doesn't name.
  @Test func onlyFilesNamedByMIRAXStayOpen() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.mirax(in: folder)
    for name in ["letter.txt", "Data0001.dat", "private.jpg", "other.ini"] {
      _ = try folder.file("slide/" + name, [1, 2, 3])
    }
    let expected = ["Data0000.dat", "Index.dat", "Slidedat.ini"].map {
      folder.path + "/slide/" + $0
    }
    #expect(
      try openFiles(path, of: folder, folder.path + "/slide") == (expected + [path]).sorted())
  }

  /// The folder of such a slide may contain all of a user's photographs.
  @Test func onlyFilesNamedByHamamatsuStayOpen() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.hamamatsu(in: folder)
    for name in ["private.jpg", "slide-3.jpg", "a.dat", "other.vms"] {
      _ = try folder.file(name, [0xFF, 0xD8, 0xFF, 0xE0])
    }
    let expected = ["slide-1.jpg", "slide-2.jpg", "slide-macro.jpg", "slide-map.jpg"].map {
      folder.path + "/" + $0
    }
    #expect(try openFiles(path, of: folder, folder.path) == (expected + [path]).sorted())
  }

  /// A single-file slide needs no other files, whatever folder its decoder gets.
  @Test func aTIFFOpensNoOtherFiles() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("slide.tif", SlideWriter().file().bytes)
    _ = try folder.file("Slidedat.ini", Array("FILE_0 = a.dat\n".utf8))
    _ = try folder.file("a.dat", [1])
    #expect(try openFiles(path, of: folder, folder.path) == [path])
  }

  /// Line ends, and spaces around names, are not part of the names.
  @Test func namesAreParsedAsByOpenSlide() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.hamamatsu(in: folder)
    let text = String(decoding: try TemporaryFolder.contents(of: path), as: UTF8.self)
    let other = text.split(separator: "\n").map {
      $0.replacing("=", with: " = ", maxReplacements: 1) + "\r\n"
    }
    let file = try folder.file("other.vms", Array(other.joined().utf8))
    #expect(try failure(file, folder: folder.path) == nil)
  }

  /// More files than a decoder opens: those with the first names are enough here.
  @Test func aFolderMayHaveManyFiles() throws {
    let folder = try TemporaryFolder()
    let path = try SlideFolderWriter.mirax(in: folder)
    for number in 0..<1500 { _ = try folder.file("slide/X\(number).dat", []) }
    #expect(try failure(path, folder: folder.path + "/slide") == nil)
  }
}

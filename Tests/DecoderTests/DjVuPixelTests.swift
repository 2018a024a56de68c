import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// DjVu files made by DjVuLibre's commands, compared with what its own command draws.
@Suite(.enabled(if: DjVuSamples.areAvailable, "djvulibre-bin is not installed"))
struct DjVuPixelTests {
  /// The library command's rendering of a page: the bytes of a PPM file's pixels.
  private static func reference(_ file: [UInt8], page: Int) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.djvu", file)
    try DjVuSamples.run(
      "ddjvu", ["-format=ppm", "-page=\(page + 1)", path, folder.path + "/a.ppm"])
    return try DjVuSamples.pixels(of: folder.path + "/a.ppm")
  }

  private static func expectSame(_ file: [UInt8], page: Int, _ size: PixelSize, _ name: String)
    throws
  {
    let client = try DecoderClient(.djvu, PictureFile(file))
    let info = try client.open(frame: page)
    #expect(info.size == size, "\(name)")
    let own = try client.pixels(of: Level(size: size))
    let wanted = try reference(file, page: page)
    try #require(wanted.count == size.width * size.height * 3)
    var worst = 0
    for pixel in 0..<size.width * size.height {
      for channel in 0..<3 {
        worst = max(
          worst, abs(Int(own.bytes[pixel * 4 + channel]) - Int(wanted[pixel * 3 + channel])))
      }
    }
    #expect(worst <= 1, "\(name): \(worst)")
  }

  @Test func photographsAndPrintEqualTheLibrarys() throws {
    for (width, height) in [(160, 120), (9, 7), (3, 65), (301, 299)] {
      let size = PixelSize(width: width, height: height)
      try Self.expectSame(DjVuSamples.photograph(size), page: 0, size, "a photograph of \(size)")
      try Self.expectSame(DjVuSamples.print(size), page: 0, size, "print of \(size)")
    }
  }

  @Test func pagesAreSeparatePictures() throws {
    let sizes = [PixelSize(width: 90, height: 60), PixelSize(width: 50, height: 120)]
    let file = try DjVuSamples.bundle([
      DjVuSamples.photograph(sizes[0]), DjVuSamples.print(sizes[1]),
    ])
    for (page, size) in sizes.enumerated() {
      try Self.expectSame(file, page: page, size, "page \(page)")
      let client = try DecoderClient(.djvu, PictureFile(file))
      #expect(try client.open(frame: page).frameCount == 2)
    }
    let client = try DecoderClient(.djvu, PictureFile(file))
    #expect(throws: CodecError.self) { try client.open(frame: 2) }
  }

  @Test func truncatedFilesGiveAPartOrASentence() throws {
    let size = PixelSize(width: 160, height: 120)
    let file = try DjVuSamples.photograph(size)
    for share in 1..<10 {
      let client = try DecoderClient(
        .djvu, PictureFile(Array(file.prefix(file.count * share / 10))))
      do throws(any Error) {
        let info = try client.open()
        #expect(info.size == size)
        _ = try client.pixels(of: Level(size: size))
      } catch let failure as CodecError {
        #expect(failure.sentence.hasPrefix("the DjVu file"), "\(failure.sentence)")
      }
    }
  }

  /// Pages that declare that they include each other, or themselves.
  @Test(arguments: [["1.djvu", "0.djvu"], ["0.djvu", "1.djvu"]])
  func circularInclusionsEnd(_ included: [String]) throws {
    let size = PixelSize(width: 40, height: 30)
    // Inserted as an annotation first, since the library's commands would follow an inclusion.
    let pages = try included.map { name -> [UInt8] in
      var page = try DjVuSamples.photograph(size)
      let remark = Array("ANTa".utf8) + [0, 0, 0, 6] + Array(name.utf8)
      // After the signature, `FORM`, its length, `DJVU` and `INFO` with ten bytes.
      page.insert(contentsOf: remark, at: 34)
      let count = UInt32(page.count - 12).bigEndian
      page.replaceSubrange(8..<12, with: withUnsafeBytes(of: count) { Array($0) })
      return page
    }
    var file = try DjVuSamples.bundle(pages)
    var changed = 0
    for place in file.indices.dropLast(14) {
      let words = file[place..<place + 4] + file[place + 10..<place + 14]
      guard words.elementsEqual("ANTadjvu".utf8) else { continue }
      file.replaceSubrange(place..<place + 4, with: Array("INCL".utf8))
      changed += 1
    }
    try #require(changed == 2)
    for page in 0..<2 {
      let client = try DecoderClient(.djvu, PictureFile(file))
      var isDrawn = false
      do {
        let info = try client.open(frame: page)
        _ = try client.pixels(of: Level(size: info.size))
        isDrawn = true
      } catch {}
      // A page that includes itself is drawn, as in the library.
      #expect(isDrawn == (included == ["0.djvu", "1.djvu"]))
      client.send(.close)
      // Circular inclusions are followed until the stack overflows; the viewer reports a crash.
      let end = client.process.waitForEnd()
      #expect([.status(0), .status(1), .signal(SIGSEGV)].contains(end), "\(end)")
    }
  }

  @Test func pagesInOtherFilesGiveASentence() throws {
    let size = PixelSize(width: 40, height: 30)
    let folder = try TemporaryFolder()
    let bundle = try folder.file(
      "a.djvu", try DjVuSamples.bundle([DjVuSamples.photograph(size), DjVuSamples.print(size)]))
    try #require(mkdir(folder["b"], 0o700) == 0)
    try DjVuSamples.run("djvmcvt", ["-i", bundle, folder["b"], "index.djvu"])
    let client = try DecoderClient(.djvu, #require(PictureFile(path: folder["b/index.djvu"])))
    let failure = #expect(throws: CodecError.self) {
      let info = try client.open()
      _ = try client.pixels(of: Level(size: info.size))
    }
    #expect(failure?.sentence == "the DjVu file's pages are in other files")
  }
}

/// DjVu files made by DjVuLibre's commands.
enum DjVuSamples {
  static var areAvailable: Bool {
    ["c44", "cjb2", "djvm", "djvmcvt", "ddjvu"].allSatisfy { TestProcess.canFind($0) }
  }

  static func run(_ name: String, _ arguments: [String]) throws {
    let process = try TestProcess(name, arguments)
    try #require(process.wait(limit: 60) == .status(0), "\(name): \(process.standardError)")
  }

  /// The pixels of a PPM file with three lines of header.
  static func pixels(of path: String) throws -> [UInt8] {
    let bytes = try #require(PictureFile(path: path)).bytes
    var place = 0
    // The signature, the width, the height and the largest value, each ended by one blank.
    for _ in 0..<4 {
      while place < bytes.count, bytes[place] > 0x20 { place += 1 }
      place += 1
    }
    return Array(bytes[place...])
  }

  /// A command's output for a picture in a file with some name.
  static func made(
    _ command: String, _ arguments: [String], of picture: [UInt8], _ name: String
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let source = try folder.file(name, picture)
    try run(command, arguments + [source, folder["made.djvu"]])
    return try #require(PictureFile(path: folder["made.djvu"])).bytes
  }

  /// A page coded as wavelets.
  static func photograph(_ size: PixelSize) throws -> [UInt8] {
    var ppm = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    for y in 0..<size.height {
      for x in 0..<size.width {
        ppm += [UInt8(x * 255 / size.width), UInt8(y * 255 / size.height), UInt8((x * y) & 255)]
      }
    }
    return try made("c44", [], of: ppm, "a.ppm")
  }

  /// A black and white page.
  static func print(_ size: PixelSize) throws -> [UInt8] {
    var pbm = Array("P4\n\(size.width) \(size.height)\n".utf8)
    for y in 0..<size.height {
      var row = [UInt8](repeating: 0, count: (size.width + 7) / 8)
      for x in 0..<size.width where (x / 5 + y / 7) % 3 == 0 {
        row[x / 8] |= 0x80 >> UInt8(x % 8)
      }
      pbm += row
    }
    return try made("cjb2", [], of: pbm, "a.pbm")
  }

  /// Several pages in one file.
  static func bundle(_ pages: [[UInt8]]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var names: [String] = []
    for (index, page) in pages.enumerated() { names.append(try folder.file("\(index).djvu", page)) }
    try run("djvm", ["-c", folder["all.djvu"]] + names)
    return try #require(PictureFile(path: folder["all.djvu"])).bytes
  }
}

extension FormatSamples {
  static func djvu() -> [PictureFile] {
    guard DjVuSamples.areAvailable else { return [] }
    let size = PixelSize(width: 70, height: 50)
    let files = [
      try? DjVuSamples.photograph(size), try? DjVuSamples.print(size),
      try? DjVuSamples.bundle([DjVuSamples.photograph(size), DjVuSamples.print(size)]),
    ]
    return files.compactMap { $0.map { PictureFile($0) } }
  }
}

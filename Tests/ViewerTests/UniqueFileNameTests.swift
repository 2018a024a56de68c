import Geometry
import Glibc
import Platform
import Testing

@testable import Viewer

@Suite struct UniqueFileNameTests {
  private func paths(_ path: String?, ending: String = "filtered", home: String? = "/home/a")
    -> [String]
  {
    let name = UniqueFileName(
      beside: path.map { Array($0.utf8) }, ending: ending, home: home.map { Array($0.utf8) })
    return name.folders.indices.map {
      String(decoding: name.path(inFolder: $0, number: 1), as: UTF8.self)
    }
  }

  @Test func namesAreBesideThePictureThenHereThenAtHome() {
    #expect(
      paths("/pictures/cat.jpg")
        == ["/pictures/cat-filtered.png", "cat-filtered.png", "/home/a/cat-filtered.png"])
    #expect(paths("cat.jpg", ending: "view", home: nil) == ["cat-view.png", "cat-view.png"])
    #expect(paths("/cat", home: nil) == ["/cat-filtered.png", "cat-filtered.png"])
    #expect(paths(nil, home: nil) == ["picture-filtered.png"])
  }

  @Test func onlyTheExtensionIsRemoved() {
    #expect(paths("a/b.c/d.e.png").first == "a/b.c/d.e-filtered.png")
    #expect(paths("a.b/name").first == "a.b/name-filtered.png")
    #expect(paths(".hidden").first == ".hidden-filtered.png")
  }

  @Test func numbersFollowTakenNames() {
    let name = UniqueFileName(beside: Array("x.png".utf8), ending: "view", home: nil)
    #expect(String(decoding: name.path(inFolder: 0, number: 3), as: UTF8.self) == "x-view-3.png")
  }

  @Test func longNamesAreCutBetweenCharacters() {
    let long = String(repeating: "ä", count: 120) + ".png"
    let name = UniqueFileName(beside: Array(long.utf8), ending: "filtered", home: nil)
    let path = name.path(inFolder: 0, number: 1)
    #expect(path.count <= 255 - 20)
    #expect(String(validating: path, as: UTF8.self) != nil)
  }

  @Test func savingNeverOverwritesAFile() throws {
    let folder = try AlbumTestFolder()
    try folder.file("a-filtered.png", Array("mine".utf8))
    let name = UniqueFileName(beside: folder["a.jpg"], ending: "filtered", home: nil)
    for ending in ["-2", "-3"] {
      let expected = folder["a-filtered\(ending).png"]
      #expect(try write(to: name) == expected)
      folder.willRemove(expected)
    }
    #expect(try contents(folder["a-filtered.png"]) == Array("mine".utf8))
    #expect(try contents(folder["a-filtered-2.png"]).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func theNextFolderIsTriedIfOneIsNotWritable() throws {
    let folder = try AlbumTestFolder()
    let name = UniqueFileName(
      beside: Array("/proc/self/a.jpg".utf8), ending: "view", home: folder.path)
    // The working directory, here the package's, is tried before the home folder.
    let path = try write(to: name)
    #expect(path == Array("a-view.png".utf8))
    _ = path.withCPath { unlink($0) }
    let nowhere = UniqueFileName(beside: Array("/proc/self/a.jpg".utf8), ending: "view", home: nil)
    #expect(nowhere.folders.count == 2)
  }

  @Test func anUnfinishedFileLeavesNothing() throws {
    let folder = try AlbumTestFolder()
    let name = UniqueFileName(beside: folder["a.jpg"], ending: "filtered", home: nil)
    try startOnly(name)
    #expect(folder["a-filtered.png"].withCPath { access($0, F_OK) } != 0)
    let part = folder["a-filtered.png.\(getpid()).part"]
    #expect(part.withCPath { access($0, F_OK) } != 0)
  }

  @Test func aNewFileReplacesNothing() throws {
    let folder = try AlbumTestFolder()
    let path = folder["a.png"]
    func create() throws -> PNGFile {
      try PNGFile(.new(path), size: PixelSize(width: 2, height: 1))
    }
    func finish(_ png: consuming PNGFile) throws -> [UInt8] {
      try png.start()
      try png.write([1, 2, 3, 255, 4, 5, 6, 255])
      return try png.finish()
    }
    #expect(try finish(create()) == path)
    folder.willRemove(path)
    #expect(throws: UserError.self) { _ = try create() }
    #expect(try contents(path).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // A link counts as a file, whatever it leads to.
    let target = folder["elsewhere.png"]
    unlink(String(decoding: path, as: UTF8.self))
    let status = path.withCPath { link in target.withCPath { symlink($0, link) } }
    #expect(status == 0)
    #expect(throws: UserError.self) { _ = try create() }
    #expect(target.withCPath { access($0, F_OK) } != 0)
    // One that appears while the picture is drawn stays, too.
    unlink(String(decoding: path, as: UTF8.self))
    let late = try create()
    try folder.file("a.png", Array("mine".utf8))
    do {
      _ = try finish(late)
      Issue.record("it was replaced")
    } catch is UserError {}
    #expect(try contents(path) == Array("mine".utf8))
    let part = folder["a.png.\(getpid()).part"]
    #expect(part.withCPath { access($0, F_OK) } != 0)
  }

  private func startOnly(_ name: UniqueFileName) throws {
    let png = try PNGFile(.free(name), size: PixelSize(width: 2, height: 1))
    try png.start()
  }

  private func write(to name: UniqueFileName) throws -> [UInt8] {
    let png = try PNGFile(.free(name), size: PixelSize(width: 2, height: 1))
    try png.start()
    try png.write([1, 2, 3, 255, 4, 5, 6, 255])
    return try png.finish()
  }

  private func contents(_ path: [UInt8]) throws -> [UInt8] {
    let number = path.withCPath { open($0, O_RDONLY) }
    try #require(number >= 0)
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: 1000)
    return Array(bytes[..<max(0, read(number, &bytes, bytes.count))])
  }
}

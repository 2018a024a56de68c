import TestSupport
import Testing

@testable import Viewer

/// RAW files and the rendered pictures beside them as one entry.
@Suite struct PicturePairsTests {
  private func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

  private func list(_ names: [String]) -> NameList {
    var list = NameList()
    list.merge(bytes(names))
    return list.paired()
  }

  private func names(_ list: NameList) -> [String] {
    (0..<list.count).map { String(decoding: list[$0], as: UTF8.self) }
  }

  @Test func onePictureAndOneRawFileAreAPair() {
    let some = list([
      "a.jpg", "a.CR3", "b.HEIC", "b.dng", "c.cr2", "d.jpg", "e.jpg", "e.heic", "e.nef", "f.jpg",
      "f.nef", "f.dng", "g.JPG", "G.CR3", "h.jpg.cr3", "h.jpg", "i.cr3.jpg", "i.cr3", ".jpg",
      ".cr3",
      "k.png", "k.arw", "l.jpg", "l.xmp", "l.raf",
    ])
    #expect(
      Set(names(some))
        == [
          "a.jpg", "b.HEIC", "c.cr2", "d.jpg", "e.jpg", "e.heic", "e.nef", "f.jpg", "f.nef",
          "f.dng", "g.JPG", "G.CR3", "h.jpg.cr3", "h.jpg", "i.cr3.jpg", "i.cr3", ".jpg", ".cr3",
          "k.png", "k.arw", "l.jpg", "l.xmp",
        ])
    #expect(some.raw(beside: Array("a.jpg".utf8)) == Array("a.CR3".utf8))
    #expect(some.raw(beside: Array("e.jpg".utf8)) == nil)
    #expect(PicturePairs.badge(ofRaw: Array("d/a.b/x.cr3".utf8)) == "+CR3")
  }

  @Test func pairsFollowTheFiles() {
    var some = list(["a.jpg", "a.cr3", "b.jpg"])
    #expect(names(some) == ["a.jpg", "b.jpg"])
    some.removeAll(bytes(["a.jpg"]))
    #expect(names(some) == ["a.cr3", "b.jpg"])
    some.insert(Array("a.jpg".utf8))
    #expect(names(some) == ["a.jpg", "b.jpg"])
    some.removeAll(bytes(["a.cr3"]))
    #expect(names(some) == ["a.jpg", "b.jpg"] && some.raw(beside: Array("a.jpg".utf8)) == nil)
    some.insert(Array("b.nef".utf8))
    some.insert(Array("b.heic".utf8))
    #expect(names(some) == ["a.jpg", "b.heic", "b.jpg", "b.nef"])
    some.remove(Array("b.jpg".utf8))
    #expect(names(some) == ["a.jpg", "b.heic"])
    // Somebody has named the RAW file.
    some.insert(Array("b.nef".utf8))
    #expect(names(some) == ["a.jpg", "b.heic", "b.nef"])
  }

  /// Whatever happens, a list is what pairing all its names at once would give.
  @Test func pairsAreTheSameInAnyOrder() {
    var numbers = SeededNumbers()
    var some = NameList().paired()
    var all: Set<[UInt8]> = []
    for _ in 0..<600 {
      let ending = ["jpg", "cr3", "heic", "nef", "xmp"].randomElement(using: &numbers) ?? ""
      let name = Array("\(Int.random(in: 0...5, using: &numbers)).\(ending)".utf8)
      if all.remove(name) != nil {
        some.remove(name)
      } else {
        all.insert(name)
        some.insert(name)
      }
      var expected = NameList()
      expected.merge(all)
      let paired = expected.paired()
      #expect(names(some) == names(paired), "\(numbers.origin)")
      for index in 0..<paired.count {
        #expect(some.index(of: paired[index]) == index)
        #expect(some.raw(beside: paired[index]) == paired.raw(beside: paired[index]))
      }
    }
  }

  @Test func theAlbumHasOneEntryAndKnowsTheRawFile() {
    var album = Album(arguments: [Array("d".utf8)], first: .folder)
    album.apply(.names(argument: 0, list(["a.cr3", "a.jpg", "b.jpg"]), isComplete: true))
    album.apply(.ended)
    #expect(album.current?.path == Array("d/a.jpg".utf8))
    #expect(album.raw(besidePath: Array("d/a.jpg".utf8)) == Array("d/a.cr3".utf8))
    #expect(album.raw(besidePath: Array("d/b.jpg".utf8)) == nil)
    album.apply(AlbumChange(gone: Array("d/a.jpg".utf8), new: Array("d/new.jpg".utf8)))
    album.apply(AlbumChange(gone: Array("d/a.cr3".utf8), new: Array("d/new.cr3".utf8)))
    #expect(album.current?.path == Array("d/new.jpg".utf8))
    #expect(album.raw(besidePath: Array("d/new.jpg".utf8)) == Array("d/new.cr3".utf8))
    album.apply(AlbumChange(gone: Array("d/new.jpg".utf8)))
    album.apply(AlbumChange(gone: Array("d/new.cr3".utf8)))
    #expect(album.files.map(\.path) == [Array("d/b.jpg".utf8)])
    album.apply(AlbumChange(new: Array("d/new.cr3".utf8)))
    album.apply(AlbumChange(new: Array("d/new.jpg".utf8), goesThere: true))
    #expect(album.files.map(\.path) == bytes(["d/b.jpg", "d/new.jpg"]))
    #expect(album.current?.path == Array("d/new.jpg".utf8))
  }

  /// A camera writes the RAW file first: it is on the screen when the picture comes.
  @Test func theRawFileOnTheScreenStaysAnEntry() {
    var album = Album(arguments: [Array("d".utf8)], first: .folder)
    album.apply(.names(argument: 0, list(["a.cr3", "b.jpg"]), isComplete: true))
    album.apply(.ended)
    #expect(album.current?.path == Array("d/a.cr3".utf8))
    album.apply(.refreshed(argument: 0, list(["a.cr3", "a.jpg", "b.jpg"])))
    #expect(album.current?.path == Array("d/a.cr3".utf8))
    album.go(toPath: Array("d/b.jpg".utf8))
    #expect(album.files.map(\.path) == bytes(["d/a.cr3", "d/a.jpg", "d/b.jpg"]))
    album.apply(.refreshed(argument: 0, list(["a.cr3", "a.jpg", "b.jpg"])))
    #expect(album.files.map(\.path) == bytes(["d/a.jpg", "d/b.jpg"]))
    #expect(album.raw(besidePath: Array("d/a.jpg".utf8)) == Array("d/a.cr3".utf8))
  }

  /// A slow folder may name the RAW file long before its picture.
  @Test func theRawFileThatWasListedFirstStaysAnEntry() {
    var album = Album(arguments: [Array("d".utf8)], first: .folder)
    album.apply(.names(argument: 0, list(["a.cr3"]), isComplete: false))
    #expect(album.current?.path == Array("d/a.cr3".utf8))
    album.apply(.names(argument: 0, list(["a.cr3", "a.jpg", "b.jpg"]), isComplete: true))
    album.apply(.ended)
    #expect(album.current?.path == Array("d/a.cr3".utf8))
    #expect(album.files.map(\.path) == bytes(["d/a.cr3", "d/a.jpg", "d/b.jpg"]))
  }

  /// Naming the RAW file shows it, beside the picture.
  @Test func aNamedRawFileIsShown() {
    var album = Album(arguments: [Array("d/a.cr3".utf8)], first: .file)
    album.apply(.names(argument: 0, list(["a.cr3", "a.jpg", "b.jpg"]), isComplete: true))
    album.apply(.ended)
    #expect(album.current?.path == Array("d/a.cr3".utf8))
    #expect(album.files.count == 3)
  }
}

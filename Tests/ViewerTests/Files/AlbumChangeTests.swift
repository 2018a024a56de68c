import Platform
import TestSupport
import Testing

@testable import Viewer

/// The album after the viewer has moved, renamed or restored files.
@Suite struct AlbumChangeTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func album(_ names: String..., at name: String? = nil) -> Album {
    var list = NameList()
    list.merge(names.map(bytes))
    var album = Album(
      arguments: [bytes(name.map { "d/\($0)" } ?? "d")], first: name == nil ? .folder : .file)
    album.apply(.names(argument: 0, list, isComplete: true))
    album.apply(.ended)
    album.apply(.examined(argument: 0))
    return album
  }

  private func name(_ album: Album) -> String? { album.current?.displayName }

  private func names(_ album: Album) -> [String] { album.files.map(\.displayName) }

  private func change(
    _ gone: String?, _ new: String? = nil, goesThere: Bool = false
  ) -> AlbumChange {
    AlbumChange(gone: gone.map(bytes), new: new.map(bytes), goesThere: goesThere)
  }

  /// One pass over the names has the result of one change after the other.
  @Test func manyChangesAtOnceAreLikeOneByOne() {
    var random = SeededNumbers()
    print(random.origin)
    for round in 0..<300 {
      let names = (0..<12).filter { _ in Bool.random(using: &random) }.map { "\($0)" }
      var list = NameList()
      list.merge(names.map(bytes))
      var start = Album(arguments: ["d", "x", "e"].map(bytes), first: .folder)
      start.apply(.isFolder(argument: 2))
      for argument in [0, 2] {
        start.apply(.names(argument: argument, list, isComplete: true))
      }
      start.apply(.ended)
      start.go(to: .number(Int.random(in: 1...20, using: &random)))
      let paths =
        (0..<12).map { "d/\($0)" } + (0..<12).map { "e/\($0)" } + ["x"]
        + (0..<4).map { "elsewhere/\($0)" }
      func path() -> [UInt8] { bytes(paths.randomElement(using: &random) ?? "") }
      let changes = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: AlbumChange(gone: path(), new: path(), goesThere: Bool.random(using: &random))
        case 1: AlbumChange(new: path(), goesThere: Bool.random(using: &random))
        default: AlbumChange(gone: path())
        }
      }
      var (atOnce, oneByOne) = (start, start)
      atOnce.apply(changes)
      for change in changes { oneByOne.apply(change) }
      #expect(atOnce.files == oneByOne.files, "\(random.origin), round \(round)")
      #expect(atOnce.current == oneByOne.current, "\(random.origin), round \(round)")
    }
  }

  @Test func twentyThousandChangesTakeOnePass() {
    let names = (0..<20_000).map { bytes("IMG_\($0).jpg") }
    var list = NameList()
    list.merge(names)
    var album = Album(arguments: [bytes("d")], first: .folder)
    album.apply(.names(argument: 0, list, isComplete: true))
    album.apply(.ended)
    album.go(to: .number(10_000))
    let paths = names.filter { $0 != bytes("IMG_15000.jpg") }.map { bytes("d/") + $0 }
    var start = MonotonicClock.now()
    album.apply(paths.map { AlbumChange(gone: $0) })
    let removing = MonotonicClock.now() - start
    #expect(name(album) == "IMG_15000.jpg" && album.files.count == 1)
    start = MonotonicClock.now()
    album.apply(paths.map { AlbumChange(new: $0) })
    let adding = MonotonicClock.now() - start
    #expect(name(album) == "IMG_15000.jpg" && album.files.count == 20_000)
    print("removing 20 000: \(removing * 1000) ms, adding: \(adding * 1000) ms")
    // The bound is generous: the machine may be busy.
    #expect(removing < 3 && adding < 3, "\(removing) s, \(adding) s")
  }

  /// Files that go to another folder; each is the current one until it has gone.
  @Test func twentyThousandFilesThatMoveAwayTakeOnePass() {
    let names = (0..<20_000).map { bytes("IMG_\($0).jpg") }
    var list = NameList()
    list.merge(names)
    var album = Album(arguments: [bytes("d")], first: .folder)
    album.apply(.names(argument: 0, list, isComplete: true))
    album.apply(.ended)
    let moved = names.dropLast()
    var start = MonotonicClock.now()
    album.apply(moved.map { AlbumChange(gone: bytes("d/") + $0, new: bytes("e/") + $0) })
    let moving = MonotonicClock.now() - start
    #expect(name(album) == "IMG_19999.jpg" && album.files.count == 1)
    start = MonotonicClock.now()
    // As after an error, the first one is shown again.
    album.apply(
      moved.reversed().map { AlbumChange(new: bytes("d/") + $0, goesThere: $0 == names[0]) })
    let returning = MonotonicClock.now() - start
    #expect(name(album) == "IMG_0.jpg" && album.files.count == 20_000)
    print("moving 20 000: \(moving * 1000) ms, returning: \(returning * 1000) ms")
    #expect(moving < 3 && returning < 3, "\(moving) s, \(returning) s")
  }

  @Test func theNextPictureTakesTheGoneOnesPlace() {
    var album = album("1", "2", "3")
    album.go(to: .next)
    album.apply(change("d/2"))
    #expect(name(album) == "3" && names(album) == ["1", "3"])
    album.apply(change("d/3"))
    #expect(name(album) == "1" && names(album) == ["1"])
    album.apply(change("d/1"))
    #expect(!album.hasPictures && names(album) == [])
    album.apply(change(nil, "d/2", goesThere: true))
    #expect(name(album) == "2" && names(album) == ["2"])
    #expect(album.place == Album.Place(number: 1, count: 1, isGrowing: false))
  }

  @Test func theNamedFileGoesLikeAnyOther() {
    var album = album("1", "2", at: "1")
    album.apply(change("d/1"))
    #expect(name(album) == "2")
    // A listing from before the change doesn't bring the file back.
    album.apply(.noPictures(argument: 0, []))
    #expect(names(album) == ["2"])
    album.apply(change(nil, "d/1"))
    #expect(name(album) == "2" && names(album) == ["1", "2"])
  }

  @Test func aRenamedPictureStaysTheCurrentOne() {
    var album = album("1", "2", "3", at: "1")
    album.apply(change("d/1", "d/4"))
    #expect(name(album) == "4" && names(album) == ["2", "3", "4"])
    #expect(album.current?.origin == .named)
    album.apply(change("d/2", "d/5"))
    #expect(name(album) == "4" && names(album) == ["3", "4", "5"])
  }

  @Test func aPictureMovedElsewhereIsGone() {
    var album = album("1", "2")
    album.apply(change("d/1", "e/1"))
    #expect(name(album) == "2" && names(album) == ["2"])
    album.apply(change("e/1", "d/1", goesThere: true))
    #expect(name(album) == "1" && names(album) == ["1", "2"])
    // A file in a subfolder is not in the album.
    album.apply(change(nil, "d/sub/3"))
    #expect(names(album) == ["1", "2"])
  }

  @Test func filesNamedOneByOneGoAndComeBack() {
    var album = Album(arguments: ["a", "b", "c"].map(bytes), first: .file)
    album.apply(.ended)
    album.apply(change("a"))
    #expect(name(album) == "b" && names(album) == ["b", "c"])
    album.apply(change("b", "x"))
    #expect(name(album) == "x" && names(album) == ["x", "c"])
    album.apply(change(nil, "a", goesThere: true))
    #expect(name(album) == "a" && names(album) == ["a", "x", "c"])
    for gone in ["a", "x", "c"] { album.apply(change(gone)) }
    #expect(!album.hasPictures)
  }

  @Test func markedPicturesAreVisitedInTheAlbumsOrder() {
    var album = album("1", "2", "3", "4", "5", at: "3")
    let marked = ["d/5", "d/1", "d/4", "e/2", "d/none"].map(bytes)
    var names: [String] = []
    for isBack in [false, false, false, true, true, true] {
      guard let path = album.next(of: marked, isBack: isBack) else { continue }
      album.go(toPath: path)
      names.append(name(album) ?? "")
    }
    #expect(names == ["4", "5", "1", "5", "4", "1"])
    #expect(album.next(of: [bytes("d/1")], isBack: false) == nil)
    #expect(album.next(of: [], isBack: true) == nil)
  }

  @Test func standardInputAndAddressesAreNoFiles() {
    var album = Album(arguments: ["-", "http://host/a", "b"].map(bytes), first: .standardInput)
    album.apply(.ended)
    #expect(names(album) == ["b"])
  }
}

import Decoding
import Testing

@testable import Viewer

/// Folders that are listed again: new files appear, deleted ones disappear.
@Suite struct AlbumRefreshTests {
  private func list(_ names: [String]) -> NameList {
    var list = NameList()
    list.merge(names.map { Array($0.utf8) })
    return list
  }

  private func album(_ names: String..., at name: String? = nil) -> Album {
    let path = name.map { "d/\($0)" } ?? "d"
    var album = Album(arguments: [Array(path.utf8)], first: name == nil ? .folder : .file)
    album.apply(.names(argument: 0, list(names), isComplete: true))
    album.apply(.ended)
    album.apply(.examined(argument: 0))
    return album
  }

  private func refresh(_ album: inout Album, _ names: String...) {
    #expect(album.beginRefresh() == true)
    album.apply(.refreshed(argument: 0, list(names)))
    album.apply(.ended)
    album.apply(.examined(argument: 0))
  }

  private func name(_ album: Album) -> String? { album.current?.displayName }

  @Test func newFilesAreFoundAndThePendingStepIsTaken() {
    var album = album("1", "2")
    album.go(to: .last)
    #expect(album.go(to: .next) == false)
    #expect(album.beginRefresh() == true)
    #expect(album.go(to: .next) == false)
    album.apply(.refreshed(argument: 0, list(["1", "2", "3", "4"])))
    #expect(name(album) == "3")
    album.apply(.ended)
    album.apply(.examined(argument: 0))
    #expect(album.place == Album.Place(number: 3, count: 4, isGrowing: false))
  }

  @Test(arguments: [(Album.Destination.last, "9"), (.first, "0")])
  func theEndMayMoveWithNewFiles(end: Album.Destination, expected: String) {
    var album = album("1", "2")
    album.go(to: end)
    #expect(album.go(to: end) == false)
    #expect(album.beginRefresh() == true)
    #expect(album.go(to: end) == false)
    album.apply(.refreshed(argument: 0, list(["0", "1", "2", "9"])))
    album.apply(.ended)
    #expect(name(album) == expected)
  }

  @Test func theEndIsReachedOnceTheFirstListingIsComplete() {
    // The named file is the only one that is known.
    var named = Album(arguments: [Array("d/2".utf8)], first: .file)
    #expect(named.go(to: .last) == false)
    named.apply(.names(argument: 0, list(["1", "2", "3"]), isComplete: false))
    #expect(name(named) == "2", "it goes there once, not whenever more names are known")
    named.apply(.names(argument: 0, list(["1", "2", "3", "4"]), isComplete: true))
    named.apply(.ended)
    #expect(name(named) == "4")
    // No name is known yet.
    var folder = Album(arguments: [Array("d".utf8)], first: .folder)
    #expect(folder.go(to: .last) == false)
    folder.apply(.names(argument: 0, list(["1", "2", "3"]), isComplete: true))
    folder.apply(.ended)
    #expect(name(folder) == "3")
    // Some names are known, and another step is taken before the others are.
    var partial = Album(arguments: [Array("d".utf8)], first: .folder)
    partial.apply(.names(argument: 0, list(["1", "2", "3"]), isComplete: false))
    var again = partial
    #expect(partial.go(to: .last) == true)
    again.go(to: .last)
    again.go(to: .previous)
    for other in [0, 1] {
      var album = other == 0 ? partial : again
      album.apply(.names(argument: 0, list(["1", "2", "3", "4", "5"]), isComplete: true))
      album.apply(.ended)
      #expect(name(album) == (other == 0 ? "5" : "2"))
    }
  }

  /// Other programs add and remove files while one of them is looked at.
  @Test func changesArriveWhileOneLooks() {
    var album = album("1", "3", "5")
    album.go(to: .next)
    album.apply(.updated(argument: 0, list(["1", "2", "3", "4", "5", "6"])))
    #expect(name(album) == "3")
    #expect(album.place == Album.Place(number: 3, count: 6, isGrowing: false))
    // The shown one stays until the user moves on.
    album.apply(.updated(argument: 0, list(["2", "6"])))
    #expect(name(album) == "3" && album.entry(offset: 1)?.displayName == "6")
    album.go(to: .next)
    #expect(album.place == Album.Place(number: 2, count: 2, isGrowing: false))
    album.apply(.updated(argument: 0, list([])))
    album.apply(.updated(argument: 0, list(["7"])))
    #expect(album.place == Album.Place(number: 1, count: 2, isGrowing: false))
  }

  @Test func theNamedFileStaysWhileItIsShown() throws {
    var album = album("1", "2", "3", at: "2")
    let shown = try #require(album.current)
    album.apply(.updated(argument: 0, list(["1", "3", "4"])))
    #expect(album.current == shown, "it would be opened again, and be missing")
    // It was renamed.
    var renamed = album
    renamed.apply(AlbumChange(gone: Array("d/2".utf8), new: Array("d/4".utf8)))
    #expect(renamed.current?.displayName == "4" && renamed.current?.origin == .named)
    #expect(renamed.place == Album.Place(number: 3, count: 3, isGrowing: false))
    // It was deleted.
    album.go(to: .next)
    #expect(album.files.map(\.displayName) == ["1", "3", "4"])
    album.apply(.updated(argument: 0, list(["1", "2", "3"])))
    #expect(album.entry(offset: -1)?.origin == .found)
  }

  @Test func theFirstPictureOfAnEmptyFolderIsShown() {
    var album = album()
    #expect(!album.hasPictures)
    album.apply(.updated(argument: 0, list(["1", "2"])))
    #expect(name(album) == "1")
    #expect(album.place == Album.Place(number: 1, count: 2, isGrowing: false))
  }

  @Test func relistingAnUnchangedFolderChangesNothing() {
    var album = album("1", "2")
    album.go(to: .last)
    for _ in 0..<3 { #expect(album.go(to: .next) == false) }
    #expect(album.beginRefresh() == true)
    #expect(album.beginRefresh() == false, "one at a time")
    #expect(album.go(to: .next) == false)
    album.apply(.ended)
    #expect(name(album) == "2" && album.owedSteps == 0)
    #expect(album.place == Album.Place(number: 2, count: 2, isGrowing: false))
    #expect(album.beginRefresh() == true)
  }

  /// A listing in progress may already be past the place of a new file.
  @Test func filesAddedDuringAListingAreFoundByTheNext() {
    var album = album("1", "2")
    album.go(to: .last)
    #expect(album.beginRefresh() == true)
    #expect(album.go(to: .next) == false)
    #expect(album.beginRefresh(again: true) == true)
    #expect(album.beginRefresh(again: true) == false, "one more is enough")
    album.apply(.ended)
    #expect(name(album) == "2" && album.owedSteps == 1)
    album.apply(.refreshed(argument: 0, list(["1", "2", "3"])))
    album.apply(.ended)
    #expect(name(album) == "3" && album.owedSteps == 0 && !album.isRefreshing)
  }

  @Test func aDeletedFileLeavesTheAlbumWhenTheUserMovesOn() {
    var album = album("1", "2", "3")
    album.go(to: .next)
    refresh(&album, "3")
    #expect(name(album) == "2", "it is still on the screen")
    #expect(album.place == Album.Place(number: 1, count: 2, isGrowing: false))
    album.go(to: .next)
    #expect(name(album) == "3")
    #expect(album.place == Album.Place(number: 1, count: 1, isGrowing: false))
    #expect(album.go(to: .previous) == false)
  }

  @Test func aDeletedNamedFileLeavesTheAlbumToo() throws {
    var album = album("1", "2", "3", at: "2")
    album.go(to: .next)
    refresh(&album, "1", "3")
    #expect(album.entry(offset: -1)?.displayName == "1")
    // A file that is never listed, such as a hidden one, is not gone because others are listed.
    var hidden = self.album("1", "3", at: ".2")
    refresh(&hidden, "1", "3")
    #expect(name(hidden) == ".2")
    hidden.go(to: .last)
    refresh(&hidden, "1", "3", "4")
    hidden.go(to: .first)
    #expect(name(hidden) == ".2")
  }

  @Test func aFileThatWasNoPictureIsTriedAgain() throws {
    var album = album("1", "2", "3")
    album.go(to: .next)
    #expect(
      album.failed(try #require(album.current), with: .empty) == .passedOver)
    #expect(album.place?.count == 2)
    refresh(&album, "1", "2", "3")
    #expect(album.place?.count == 3)
  }

  @Test func deletedNamedFilesLeaveTheAlbum() throws {
    var album = Album(arguments: ["a", "b", "c"].map { Array($0.utf8) }, first: .file)
    album.apply(.ended)
    #expect(album.beginRefresh() == false, "there is no folder")
    album.go(to: .next)
    #expect(album.drop(try #require(album.current)) == true)
    #expect(name(album) == "c")
    #expect(album.place == Album.Place(number: 2, count: 2, isGrowing: false))
    album.go(to: .previous)
    #expect(album.drop(try #require(album.current)) == true)
    #expect(name(album) == "c" && album.entry(offset: -1) == nil)
    #expect(album.drop(try #require(album.current)) == false, "nothing would be left")
  }

  @Test func noTotalIsShownBeforeItIsKnown() {
    var album = Album(arguments: [Array("d".utf8)], first: .folder)
    album.apply(.names(argument: 0, list(["1", "2.txt", "3"]), isComplete: true))
    album.apply(.ended)
    #expect(album.place?.isGrowing == true)
    album.apply(.noPictures(argument: 0, [Array("2.txt".utf8)]))
    album.apply(.examined(argument: 0))
    #expect(album.place == Album.Place(number: 1, count: 2, isGrowing: false))
  }
}

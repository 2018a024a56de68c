import Decoding
import Testing

@testable import Viewer

@Suite struct AlbumTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func list(_ names: [String]) -> NameList {
    var list = NameList()
    list.merge(names.map(bytes))
    return list
  }

  private func names(_ names: [String], argument: Int = 0, complete: Bool = true) -> ListingEvent {
    .names(argument: argument, list(names), isComplete: complete)
  }

  private func path(_ entry: AlbumEntry?) -> String? {
    entry.map { String(decoding: $0.path, as: UTF8.self) }
  }

  private let unknown = PictureFileError.unknownFormat(.unknown)

  @Test func severalFilesKeepTheOrderOfTheCommandLine() {
    var album = Album(arguments: ["z.png", "a.png", "m.png"].map(bytes), first: .file)
    #expect(path(album.current) == "z.png")
    #expect(album.current?.origin == .named)
    #expect(album.place == Album.Place(number: 1, count: 3, isGrowing: true))
    #expect(album.go(to: .next) == true)
    #expect(path(album.current) == "a.png")
    #expect(album.go(to: .last) == true)
    #expect(path(album.current) == "m.png")
    #expect(album.go(to: .next) == false)
    #expect(album.go(to: .number(2)) == true)
    #expect(path(album.current) == "a.png")
    #expect(album.go(to: .number(4)) == false)
    #expect(album.go(to: .number(0)) == false)
    #expect(album.go(to: .first) == true)
    #expect(album.go(to: .previous) == false)
    album.apply(.ended)
    #expect(album.place == Album.Place(number: 1, count: 3, isGrowing: false))
  }

  @Test func aNumberThatNoPictureHasIsNamedWithTheNumberOfPictures() {
    let place = Album.Place(number: 1, count: 10, isGrowing: false)
    #expect(place.sentence(forNumber: 10) == nil && place.sentence(forNumber: 1) == nil)
    #expect(place.sentence(forNumber: 9999) == "there is no picture 9999, only 10 pictures")
    let growing = Album.Place(number: 1, count: 1, isGrowing: true)
    #expect(growing.sentence(forNumber: 2) == "there is no picture 2, only one picture so far")
  }

  @Test func aSingleFileBringsItsFolderAndStaysCurrent() {
    var album = Album(arguments: [bytes("dir/m5.png")], first: .file)
    #expect(
      album.listingJobs == [ListingJob(argument: 0, path: bytes("dir/"), isFolder: true)])
    #expect(path(album.current) == "dir/m5.png")
    #expect(album.place == Album.Place(number: 1, count: 1, isGrowing: true))
    album.apply(names(["m5.png", "m20.png"], complete: false))
    #expect(path(album.current) == "dir/m5.png")
    #expect(album.place == Album.Place(number: 1, count: 2, isGrowing: true))
    album.apply(names(["m5.png", "m20.png", "a.png", "m4.png"]))
    album.apply(.ended)
    #expect(path(album.current) == "dir/m5.png")
    #expect(album.place?.isGrowing == true, "some may be no pictures")
    album.apply(.examined(argument: 0))
    #expect(album.place == Album.Place(number: 3, count: 4, isGrowing: false))
    #expect(path(album.entry(offset: 1)) == "dir/m20.png")
    #expect(path(album.entry(offset: -2)) == "dir/a.png")
    #expect(album.entry(offset: 2) == nil)
    #expect(album.entry(offset: 1)?.origin == .found)
  }

  @Test func aFileWithoutAFolderIsInTheWorkingDirectory() {
    var album = Album(arguments: [bytes("m.png")], first: .file)
    #expect(album.listingJobs.map(\.path) == [bytes(".")])
    album.apply(names(["m.png", "n.png"]))
    #expect(path(album.entry(offset: 1)) == "n.png")
  }

  @Test func manyStepsAtOnceEndAtTheLastPicture() {
    var album = Album(arguments: [bytes("dir/m5.png")], first: .file)
    #expect(album.go(to: .by(1_000_000_000)) == false, "nothing is known that way")
    album.apply(names(["m5.png", "m6.png"], complete: false))
    #expect(path(album.current) == "dir/m6.png", "as far as the list goes")
    album.apply(names(["m4.png", "m5.png", "m6.png", "m7.png", "m8.png"]))
    #expect(path(album.current) == "dir/m8.png")
    album.endListing()
    album.takePendingSteps()
    #expect(album.owedSteps == 0)
    #expect(album.go(to: .by(-3)) == true)
    #expect(path(album.current) == "dir/m5.png")
    #expect(album.go(to: .by(-100)) == true)
    #expect(path(album.current) == "dir/m4.png")
    #expect(album.go(to: .by(100)) == true)
    #expect(path(album.current) == "dir/m8.png")
    #expect(album.go(to: .by(100)) == false)
  }

  @Test func stepsBeforeTheListingAreTakenWithIt() {
    var album = Album(arguments: [bytes("dir/m5.png")], first: .file)
    #expect(album.go(to: .next) == false, "nothing is known that way")
    #expect(album.go(to: .next) == false)
    #expect(path(album.current) == "dir/m5.png")
    album.apply(names(["m5.png", "m6.png"], complete: false))
    #expect(path(album.current) == "dir/m6.png", "as far as the list goes")
    album.apply(names(["m4.png", "m5.png", "m6.png", "m7.png", "m8.png"]))
    #expect(path(album.current) == "dir/m7.png", "each is taken once")
    album.apply(.ended)
    #expect(path(album.current) == "dir/m7.png")

    var alone = Album(arguments: [bytes("dir/m5.png")], first: .file)
    #expect(alone.go(to: .previous) == false)
    alone.apply(names(["m5.png"]))
    alone.apply(.ended)
    #expect(path(alone.current) == "dir/m5.png", "there is nothing that way")
    #expect(alone.go(to: .next) == false, "and nothing is owed once all is known")

    var changed = Album(arguments: [bytes("dir/m5.png")], first: .file)
    _ = changed.go(to: .next)
    _ = changed.go(to: .previous)
    changed.apply(names(["m4.png", "m5.png", "m6.png"]))
    #expect(path(changed.current) == "dir/m5.png", "forth and back is here")
  }

  @Test func aHiddenFileThatWasNamedStays() {
    var album = Album(arguments: [bytes("/d/.h.png")], first: .file)
    album.apply(names(["a.png"]))
    #expect(path(album.current) == "/d/.h.png")
    #expect(album.place?.count == 2)
  }

  @Test func aFolderBeginsWithItsFirstPictureAndKeepsItWhileTheListGrows() {
    var album = Album(arguments: [bytes("dir")], first: .folder)
    #expect(album.current == nil)
    #expect(album.place == nil)
    #expect(album.go(to: .next) == false)
    album.apply(names(["m9", "m7"], complete: false))
    #expect(path(album.current) == "dir/m7")
    album.apply(names(["a", "m9", "m7", "z"]))
    #expect(path(album.current) == "dir/m7")
    #expect(album.place?.number == 2)
  }

  @Test func foldersReplaceTheirArgument() {
    var album = Album(arguments: ["x.png", "dir", "y.png"].map(bytes), first: .file)
    #expect(album.listingJobs.map(\.argument) == [1, 2])
    album.apply(.isFolder(argument: 1))
    #expect(path(album.entry(offset: 1)) == "y.png")
    album.apply(names(["b", "a"], argument: 1))
    album.apply(.ended)
    album.apply(.examined(argument: 1))
    #expect((0...3).map { path(album.entry(offset: $0)) } == ["x.png", "dir/a", "dir/b", "y.png"])
    album.go(to: .last)
    #expect(path(album.entry(offset: -1)) == "dir/b")
    #expect(path(album.entry(offset: -3)) == "x.png")
    #expect(album.place == Album.Place(number: 4, count: 4, isGrowing: false))
  }

  @Test func otherFilesInAFolderAreSkipped() throws {
    var album = Album(arguments: [bytes("d")], first: .folder)
    album.apply(names(["1", "2.txt", "3.txt", "4"]))
    album.go(to: .next)
    #expect(path(album.current) == "d/2.txt")
    #expect(album.failed(try #require(album.current), with: unknown) == .passedOver)
    #expect(path(album.current) == "d/3.txt")
    #expect(album.failed(try #require(album.current), with: .empty) == .passedOver)
    #expect(path(album.current) == "d/4")
    #expect(album.place == Album.Place(number: 2, count: 2, isGrowing: true))
    album.go(to: .previous)
    #expect(path(album.current) == "d/1")
    // A longer list doesn't bring them back.
    album.apply(names(["1", "2.txt", "3.txt", "4", "5"]))
    #expect(path(album.entry(offset: 1)) == "d/4")
  }

  @Test func goingBackSkipsBackwards() throws {
    var album = Album(arguments: [bytes("d")], first: .folder)
    album.apply(names(["1", "2.txt", "3"]))
    album.go(to: .last)
    album.go(to: .previous)
    #expect(album.failed(try #require(album.current), with: unknown) == .passedOver)
    #expect(path(album.current) == "d/1")
  }

  @Test func skippingAtTheEndReturnsToThePreviousPicture() throws {
    var album = Album(arguments: [bytes("d")], first: .folder)
    album.apply(names(["1", "2.txt"]))
    album.go(to: .next)
    #expect(album.failed(try #require(album.current), with: unknown) == .passedOver)
    #expect(path(album.current) == "d/1")
  }

  @Test func anAdjacentFileThatIsNoPictureLeavesTheAlbum() throws {
    var album = Album(arguments: [bytes("d")], first: .folder)
    album.apply(names(["1", "2", "3.txt"]))
    album.go(to: .next)
    let neighbour = try #require(album.entry(offset: 1))
    #expect(album.failed(neighbour, with: unknown) == .passedOver)
    #expect(path(album.current) == "d/2")
    #expect(album.entry(offset: 1) == nil)
  }

  @Test func namedFilesShowTheirError() throws {
    var several = Album(arguments: ["a.txt", "b.png"].map(bytes), first: .file)
    #expect(several.failed(try #require(several.current), with: unknown) == .show(unknown))
    #expect(path(several.current) == "a.txt")
    var alone = Album(arguments: [bytes("d/a.txt")], first: .file)
    alone.apply(names(["a.txt", "b"]))
    #expect(alone.failed(try #require(alone.current), with: unknown) == .show(unknown))
    #expect(path(alone.entry(offset: 1)) == "d/b")
  }

  @Test func anUnreadableFileInAFolderShowsItsError() throws {
    var album = Album(arguments: [bytes("d")], first: .folder)
    album.apply(names(["1", "2"]))
    #expect(album.failed(try #require(album.current), with: .notAllowed) == .show(.notAllowed))
    #expect(path(album.current) == "d/1")
  }

  @Test func aFolderWithoutPicturesGivesASentence() throws {
    var empty = Album(arguments: [bytes("d")], first: .folder)
    empty.apply(names([]))
    let folder = try #require(empty.current)
    #expect(path(folder) == "d" && folder.origin == .named)
    #expect(empty.failed(folder, with: .folder) == .show(.noPictures))

    var texts = Album(arguments: [bytes("d")], first: .folder)
    texts.apply(names(["1", "2"]))
    #expect(texts.failed(try #require(texts.current), with: unknown) == .passedOver)
    #expect(texts.failed(try #require(texts.current), with: unknown) == .passedOver)
    #expect(path(texts.current) == "d")
    #expect(texts.failed(try #require(texts.current), with: .folder) == .show(.noPictures))
    #expect(texts.place == Album.Place(number: 1, count: 1, isGrowing: true))
  }

  @Test func ifNoKnownNameIsAPictureTheAlbumWaitsForTheListing() throws {
    var album = Album(arguments: ["d", "x.png"].map(bytes), first: .folder)
    album.apply(names(["1"], complete: false))
    #expect(album.failed(try #require(album.current), with: unknown) == .passedOver)
    #expect(album.current == nil)
    album.apply(names(["1", "2"]))
    #expect(path(album.current) == "d/2")
  }

  @Test func anUnlistedFolderIsPending() throws {
    var album = Album(arguments: ["x.png", "d"].map(bytes), first: .file)
    album.go(to: .next)
    #expect(album.failed(try #require(album.current), with: .folder) == .wait)
    album.apply(.isFolder(argument: 1))
    #expect(album.current == nil)
    album.apply(names(["b", "a"], argument: 1))
    #expect(path(album.current) == "d/a")
  }

  @Test func standardInputIsTheOnlyEntry() {
    let album = Album(arguments: [bytes("-")], first: .standardInput)
    #expect(album.current?.origin == .standardInput)
    #expect(album.current?.displayName == "standard input")
    #expect(album.listingJobs.isEmpty && !album.isListing)
  }

  @Test(arguments: [
    ("a.png", "", "a.png"), ("/a.png", "/", "a.png"), ("x/y/a.png", "x/y/", "a.png"),
    ("x/", "x/", "x"), ("/", "/", "/"), ("//", "//", "/"), ("..", "", ".."),
  ])
  func pathsAreSplit(_ path: String, _ folder: String, _ last: String) {
    #expect(PathBytes.folder(of: bytes(path)) == bytes(folder))
    #expect(Array(PathBytes.lastComponent(of: bytes(path))) == bytes(last))
  }

  @Test func namesWithAnyBytesAreEscapedAndOpenExactly() {
    let name: [UInt8] = Array("a\n\u{1B}[31m".utf8) + [0xFF]
    var album = Album(arguments: [bytes("d")], first: .folder)
    var list = NameList()
    list.merge([name])
    album.apply(.names(argument: 0, list, isComplete: true))
    #expect(album.current?.path == bytes("d/") + name)
    let shown = album.current?.displayName ?? ""
    #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    #expect(shown.hasPrefix("a"))
  }
}

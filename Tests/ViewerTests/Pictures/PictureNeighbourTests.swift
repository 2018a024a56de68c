import Testing
import Tiles

@testable import Viewer

/// The neighbours of the current picture that are opened ahead, kept and closed.
@Suite struct PictureNeighbourTests {
  @Test func adjacentPicturesOpenOneByOneWithTheNextFirst() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    try harness.bring("a")
    harness.send(.go(.next))
    try harness.bring("b")
    #expect(harness.roles(of: "a") == [.near], "what was shown stays near")
    harness.send(.idle)
    #expect(harness.asked.map(\.displayName) == ["c"])
    harness.send(.idle)
    #expect(harness.asked.count == 1)
    try harness.open("c")
    #expect(harness.roles(of: "c") == [.near])
    #expect(harness.send(.idle).isEmpty && harness.problems.isEmpty)
  }

  @Test func theSecondWaitsForTheHeaderOfTheFirst() throws {
    var harness = PictureHarness(files: "z", "a", "b", "c")
    harness.send(.go(.next))
    try harness.bring("a")
    harness.send(.idle)
    try harness.open("b")
    #expect(harness.send(.idle).isEmpty, "the one before is not there")
    harness.readHeader(try harness.id(of: "b"))
    harness.send(.idle)
    #expect(harness.asked.map(\.displayName) == ["z"])
  }

  @Test func goingBackPrefetchesThePreviousPictureFirst() throws {
    var harness = PictureHarness(files: "a", "b", "c", "d")
    harness.send(.go(.last))
    harness.send(.go(.previous))
    try harness.open("d")
    try harness.bring("c")
    harness.send(.idle)
    #expect(harness.asked.map(\.displayName) == ["a", "b"])
  }

  @Test func aPrefetchedPictureIsShownWithoutOpeningAgain() throws {
    var harness = PictureHarness(files: "a", "b")
    let first = try harness.bring("a")
    harness.send(.idle)
    let second = try harness.bring("b")
    #expect(
      harness.send(.go(.next)) == [
        .gallery(.setRole(second, .pending)), .gallery(.checkFile(second)),
        .gallery(.setRole(first, .near)),
        .gallery(.setRole(second, .shown)), .gallery(.show(second, isFirst: false)),
        .window(.hideMessage), .window(.showCaption),
        .gallery(.redraw),
        .window(.updateTitle), .window(.updateProgress),
      ])
    #expect(harness.opened.count == 2 && harness.problems.isEmpty)
  }

  @Test func aPictureBeingPrefetchedIsNotRequestedAgain() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.idle)
    #expect(harness.asked.map(\.displayName) == ["b"])
    harness.send(.go(.next))
    #expect(harness.asked.map(\.displayName) == ["b"])
    try harness.open("b")
    #expect(harness.roles(of: "b") == [.pending] && harness.problems.isEmpty)
  }

  @Test func returningToAPendingFileDoesNotRequestItAgain() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    let first = try harness.bring("a")
    for destination in [Album.Destination.next, .next, .previous] { harness.send(.go(destination)) }
    #expect(harness.asked.map(\.displayName) == ["b", "c"])
    try harness.open("c")
    #expect(harness.roles(of: "c").isEmpty, "nobody waits for it")
    try harness.bring("b")
    #expect(
      harness.screen == .picture(try harness.id(of: "b")) && harness.roles(of: "a") == [.near])
    #expect(harness.sources[first] != nil && harness.problems.isEmpty)
  }

  @Test func distantPicturesAreClosed() throws {
    var harness = PictureHarness(files: "a", "b", "c", "d")
    try harness.bring("a")
    harness.send(.idle)
    try harness.bring("b")
    harness.send(.go(.last))
    #expect(harness.roles(of: "b") == [.near], "until the other one is there")
    try harness.bring("d")
    #expect(harness.roles(of: "a").isEmpty && harness.roles(of: "b").isEmpty)
    #expect(harness.sources.count == 1 && harness.problems.isEmpty)
  }

  @Test func aPictureNoLongerPendingIsKeptIfAdjacent() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    let first = try harness.bring("a")
    harness.send(.go(.next))
    try harness.open("b")
    harness.send(.go(.previous))
    #expect(harness.roles(of: "b").isEmpty, "nothing is known of it yet")
    harness.send(.go(.next))
    try harness.open("b")
    harness.readHeader(try harness.id(of: "b"))
    harness.send(.go(.previous))
    #expect(harness.roles(of: "b") == [.near] && harness.screen == .picture(first))
    #expect(harness.problems.isEmpty)
  }

  @Test func anAdjacentPictureThatFailedToOpenIsRetriedOnArrival() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.idle)
    try harness.open("b", .notAllowed)
    #expect(harness.send(.idle).isEmpty, "not again")
    harness.send(.go(.next))
    #expect(harness.asked.map(\.displayName) == ["b"])
    try harness.bring("b")
    #expect(harness.roles(of: "b") == [.shown] && harness.problems.isEmpty)
  }

  @Test func anAdjacentFileThatIsNoPictureLeavesTheAlbum() throws {
    var harness = PictureHarness(folder: "a", "b", "c", at: "a")
    try harness.bring("a")
    #expect(harness.pictures.titleParts(scale: nil)?.count == 3)
    harness.send(.idle)
    #expect(try harness.open("b", .unknownFormat(.text)) == [.window(.updateTitle)])
    #expect(harness.pictures.titleParts(scale: nil)?.count == 2)
    harness.send(.idle)
    #expect(harness.asked.map(\.displayName) == ["c"])
  }

  @Test func anAdjacentPictureThatFailedReopensOnArrival() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.idle)
    try harness.open("b")
    let id = try harness.id(of: "b")
    #expect(harness.send(.source(id, .failed("it is broken"))).isEmpty)
    harness.send(.go(.next))
    #expect(harness.sources[id] == nil && harness.pictures.failure == nil)
    try harness.open("b")
    harness.send(.source(try harness.id(of: "b"), .failed("it still is")))
    #expect(harness.pictures.failure?.sentence == "it still is")
    #expect(harness.problems.isEmpty)
  }

  @Test func picturesThatTheListingMovesAwayAreClosed() throws {
    var harness = PictureHarness(folder: "a", "c", at: "a")
    try harness.bring("a")
    harness.send(.idle)
    try harness.bring("c")
    var list = NameList()
    list.merge(["a", "b", "c"].map { Array($0.utf8) })
    harness.send(.listed(.names(argument: 0, list, isComplete: true)))
    #expect(harness.roles(of: "c").isEmpty && harness.problems.isEmpty)
  }

  @Test func standardInputIsNotPrefetched() throws {
    var harness = PictureHarness(files: "a", "-")
    try harness.bring("a")
    #expect(harness.send(.idle).isEmpty)
  }
}

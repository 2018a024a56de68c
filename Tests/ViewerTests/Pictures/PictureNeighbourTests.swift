import Testing
import Tiles

@testable import Viewer

/// Which neighbours of the current picture are opened ahead, kept and closed.
@Suite struct PictureNeighbourTests {
  @Test func adjacentPicturesOpenOneByOneWithTheNextFirst() throws {
    var stage = PictureStage(files: "a", "b", "c")
    try stage.bring("a")
    stage.send(.go(.next))
    try stage.bring("b")
    #expect(stage.roles(of: "a") == [.near], "what was shown stays near")
    stage.send(.idle)
    #expect(stage.asked.map(\.displayName) == ["c"])
    stage.send(.idle)
    #expect(stage.asked.count == 1)
    try stage.open("c")
    #expect(stage.roles(of: "c") == [.near])
    #expect(stage.send(.idle).isEmpty && stage.problems.isEmpty)
  }

  @Test func theSecondWaitsForTheHeaderOfTheFirst() throws {
    var stage = PictureStage(files: "z", "a", "b", "c")
    stage.send(.go(.next))
    try stage.bring("a")
    stage.send(.idle)
    try stage.open("b")
    #expect(stage.send(.idle).isEmpty, "the one before is not there")
    stage.readHeader(try stage.id(of: "b"))
    stage.send(.idle)
    #expect(stage.asked.map(\.displayName) == ["z"])
  }

  @Test func goingBackPrefetchesThePreviousPictureFirst() throws {
    var stage = PictureStage(files: "a", "b", "c", "d")
    stage.send(.go(.last))
    stage.send(.go(.previous))
    try stage.open("d")
    try stage.bring("c")
    stage.send(.idle)
    #expect(stage.asked.map(\.displayName) == ["a", "b"])
  }

  @Test func aPrefetchedPictureIsShownWithoutOpeningAgain() throws {
    var stage = PictureStage(files: "a", "b")
    let first = try stage.bring("a")
    stage.send(.idle)
    let second = try stage.bring("b")
    #expect(
      stage.send(.go(.next)) == [
        .gallery(.setRole(second, .awaited)), .gallery(.checkFile(second)),
        .gallery(.setRole(first, .near)),
        .gallery(.setRole(second, .shown)), .gallery(.show(second, isFirst: false)),
        .window(.hideMessage), .window(.showCaption),
        .gallery(.redraw),
        .window(.updateTitle), .window(.updateProgress),
      ])
    #expect(stage.opened.count == 2 && stage.problems.isEmpty)
  }

  @Test func aPictureBeingPrefetchedIsNotRequestedAgain() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a")
    stage.send(.idle)
    #expect(stage.asked.map(\.displayName) == ["b"])
    stage.send(.go(.next))
    #expect(stage.asked.map(\.displayName) == ["b"])
    try stage.open("b")
    #expect(stage.roles(of: "b") == [.awaited] && stage.problems.isEmpty)
  }

  @Test func returningToAPendingFileDoesNotRequestItAgain() throws {
    var stage = PictureStage(files: "a", "b", "c")
    let first = try stage.bring("a")
    for destination in [Album.Destination.next, .next, .previous] { stage.send(.go(destination)) }
    #expect(stage.asked.map(\.displayName) == ["b", "c"])
    try stage.open("c")
    #expect(stage.roles(of: "c").isEmpty, "nobody waits for it")
    try stage.bring("b")
    #expect(stage.screen == .picture(try stage.id(of: "b")) && stage.roles(of: "a") == [.near])
    #expect(stage.sources[first] != nil && stage.problems.isEmpty)
  }

  @Test func distantPicturesAreClosed() throws {
    var stage = PictureStage(files: "a", "b", "c", "d")
    try stage.bring("a")
    stage.send(.idle)
    try stage.bring("b")
    stage.send(.go(.last))
    #expect(stage.roles(of: "b") == [.near], "until the other one is there")
    try stage.bring("d")
    #expect(stage.roles(of: "a").isEmpty && stage.roles(of: "b").isEmpty)
    #expect(stage.sources.count == 1 && stage.problems.isEmpty)
  }

  @Test func aPictureNoLongerPendingIsKeptIfAdjacent() throws {
    var stage = PictureStage(files: "a", "b", "c")
    let first = try stage.bring("a")
    stage.send(.go(.next))
    try stage.open("b")
    stage.send(.go(.previous))
    #expect(stage.roles(of: "b").isEmpty, "nothing is known of it yet")
    stage.send(.go(.next))
    try stage.open("b")
    stage.readHeader(try stage.id(of: "b"))
    stage.send(.go(.previous))
    #expect(stage.roles(of: "b") == [.near] && stage.screen == .picture(first))
    #expect(stage.problems.isEmpty)
  }

  @Test func anAdjacentPictureThatFailedToOpenIsRetriedOnArrival() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a")
    stage.send(.idle)
    try stage.open("b", .notAllowed)
    #expect(stage.send(.idle).isEmpty, "not again")
    stage.send(.go(.next))
    #expect(stage.asked.map(\.displayName) == ["b"])
    try stage.bring("b")
    #expect(stage.roles(of: "b") == [.shown] && stage.problems.isEmpty)
  }

  @Test func anAdjacentFileThatIsNoPictureLeavesTheAlbum() throws {
    var stage = PictureStage(folder: "a", "b", "c", at: "a")
    try stage.bring("a")
    #expect(stage.pictures.titleParts(scale: nil)?.count == 3)
    stage.send(.idle)
    #expect(try stage.open("b", .unknownFormat(.text)) == [.window(.updateTitle)])
    #expect(stage.pictures.titleParts(scale: nil)?.count == 2)
    stage.send(.idle)
    #expect(stage.asked.map(\.displayName) == ["c"])
  }

  @Test func anAdjacentPictureThatFailedReopensOnArrival() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a")
    stage.send(.idle)
    try stage.open("b")
    let id = try stage.id(of: "b")
    #expect(stage.send(.source(id, .failed("it is broken"))).isEmpty)
    stage.send(.go(.next))
    #expect(stage.sources[id] == nil && stage.pictures.failure == nil)
    try stage.open("b")
    stage.send(.source(try stage.id(of: "b"), .failed("it still is")))
    #expect(stage.pictures.failure?.sentence == "it still is")
    #expect(stage.problems.isEmpty)
  }

  @Test func picturesThatTheListingMovesAwayAreClosed() throws {
    var stage = PictureStage(folder: "a", "c", at: "a")
    try stage.bring("a")
    stage.send(.idle)
    try stage.bring("c")
    var list = NameList()
    list.merge(["a", "b", "c"].map { Array($0.utf8) })
    stage.send(.listed(.names(argument: 0, list, isComplete: true)))
    #expect(stage.roles(of: "c").isEmpty && stage.problems.isEmpty)
  }

  @Test func standardInputIsNotPrefetched() throws {
    var stage = PictureStage(files: "a", "-")
    try stage.bring("a")
    #expect(stage.send(.idle).isEmpty)
  }
}

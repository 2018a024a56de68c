import Testing
import Tiles

@testable import Viewer

/// Files that change while they are shown, or while another one is.
@Suite struct PictureReloadTests {
  @Test func theOldVersionStaysUntilTheNewOneIsComplete() throws {
    var harness = PictureHarness(files: "a", "b")
    let old = try harness.bring("a")
    harness.send(.fileChanged(old))
    #expect(harness.screen == .picture(old))
    try harness.open("a")
    let new = try harness.id(of: "a")
    harness.readHeader(new)
    #expect(harness.screen == .picture(old))
    #expect(harness.pictures.pictures[new]?.isReload == true)
    harness.cover(new)
    #expect(harness.screen == .picture(new) && harness.sources[old] == nil)
    #expect(harness.problems.isEmpty)
  }

  @Test func onlyANewVersionThatIsAskedForShowsItsProgress() throws {
    var harness = PictureHarness(files: "a")
    let old = try harness.bring("a")
    harness.send(.fileChanged(old))
    try harness.open("a")
    #expect(harness.pictures.progressPicture == old)
    let second = try harness.id(of: "a")
    harness.readHeader(second)
    harness.cover(second)
    #expect(harness.pictures.progressPicture == second)
    harness.send(.reload)
    try harness.open("a")
    let third = try harness.id(of: "a")
    #expect(third != second && harness.pictures.progressPicture == third)
  }

  @Test func onlyAReloadByHandAsksForTheNewestVersion() throws {
    var harness = PictureHarness(files: "http://h/a")
    let id = try harness.bring("a")
    let entry = try #require(harness.pictures.pictures.shown?.entry)
    let automatic = harness.send(.fileChanged(id))
    #expect(automatic.contains(.gallery(.openFile(entry, isReload: false))))
    try harness.open("a")
    let second = try harness.id(of: "a")
    harness.readHeader(second)
    harness.cover(second)
    let byHand = harness.send(.reload)
    #expect(byHand.contains(.gallery(.openFile(entry, isReload: true))))
  }

  @Test func aChangedPageReopensAsThatPage() throws {
    var harness = PictureHarness(files: "a")
    try harness.bring("a", pages: 5)
    harness.send(.turnPages(2))
    let old = try harness.id(of: "a")
    harness.readHeader(old, pages: 5)
    harness.cover(old)
    harness.send(.fileChanged(old))
    try harness.open("a")
    #expect(harness.sources[try harness.id(of: "a")]?.request.page == 2)
    #expect(harness.problems.isEmpty)
  }

  @Test func aFailedNewVersionLeavesTheOldOne() throws {
    var harness = PictureHarness(files: "a", "b")
    let old = try harness.bring("a")
    harness.send(.fileChanged(old))
    try harness.open("a", .empty)
    #expect(harness.screen == .picture(old) && harness.pictures.failure == nil)
    harness.send(.fileChanged(old))
    try harness.open("a")
    harness.send(.source(try harness.id(of: "a"), .failed("it is damaged")))
    // It may still be being written.
    let told = PictureEffect.window(.showMessage(title: "a", sentence: "it is damaged"))
    harness.now += PictureReload.patience / 2
    var effects = harness.send(.tick)
    #expect(!effects.contains(told))
    harness.now += PictureReload.patience / 2
    #expect(harness.pictures.deadline == harness.now)
    effects = harness.send(.tick)
    #expect(effects.contains(told))
    effects = harness.send(.tick)
    #expect(!effects.contains(told) && harness.pictures.deadline == nil)
    #expect(harness.screen == .picture(old) && harness.problems.isEmpty)
  }

  @Test func theFileIsCheckedOnReturn() throws {
    var harness = PictureHarness(files: "a", "b")
    let old = try harness.bring("a")
    harness.send(.go(.next))
    try harness.bring("b")
    harness.send(.go(.previous))
    #expect(harness.checks == [old])
    #expect(harness.screen == .picture(old), "what was read is shown at once")
    harness.send(.fileChanged(old))
    try harness.open("a")
    let new = try harness.id(of: "a")
    harness.readHeader(new)
    harness.cover(new)
    #expect(harness.screen == .picture(new) && harness.problems.isEmpty)
  }

  private func written(_ name: String) -> PictureEvent { .fileWritten(Array(name.utf8)) }

  @Test func aWrittenFileIsComparedWithTheShownOne() throws {
    var harness = PictureHarness(files: "a", "b")
    let old = try harness.bring("a")
    harness.send(written("b"))
    #expect(harness.checks == [])
    harness.send(written("a"))
    #expect(harness.checks == [old] && harness.asked == [])
    harness.send(.fileChanged(old))
    // It is written again while the new version is opened, and while it is decoded.
    harness.send(written("a"))
    try harness.open("a")
    harness.send(written("a"))
    #expect(harness.checks == [old])
    let new = try harness.id(of: "a")
    harness.readHeader(new)
    harness.cover(new)
    #expect(harness.screen == .picture(new) && harness.checks == [old, new])
    #expect(harness.problems.isEmpty)
  }

  @Test func aNewVersionWaitsForTheTilesOfTheView() throws {
    var harness = PictureHarness(files: "a")
    let old = try harness.bring("a")
    for isSlow in [false, true] {
      let shown = harness.screen
      harness.send(.fileChanged(try harness.id(of: "a")))
      try harness.open("a")
      let new = try harness.id(of: "a")
      harness.readHeader(new)
      harness.coverCoarsely(new)
      harness.send(.tick)
      #expect(harness.screen == shown)
      if isSlow {
        harness.now += PictureReload.tilePatience
        #expect(harness.pictures.deadline == harness.now)
      } else {
        harness.complete(new)
        #expect(harness.pictures.deadline == 0)
      }
      harness.send(.tick)
      #expect(harness.screen == .picture(new) && harness.pictures.deadline == nil)
    }
    #expect(harness.sources[old] == nil && harness.problems.isEmpty)
  }

  @Test func aVersionThatIsBrokenAndThenWholeIsShown() throws {
    var harness = PictureHarness(files: "a")
    let old = try harness.bring("a")
    harness.send(.fileChanged(old))
    try harness.open("a")
    harness.send(written("a"))
    harness.send(.source(try harness.id(of: "a"), .failed("it is damaged")))
    #expect(harness.screen == .picture(old) && harness.checks == [old])
    harness.send(.fileChanged(old))
    let new = try harness.bring("a")
    harness.now += 9
    let effects = harness.send(.tick)
    #expect(harness.screen == .picture(new) && effects.isEmpty)
    #expect(harness.problems.isEmpty)
  }

  @Test(arguments: [(5, 2), (2, 1), (1, 0)])
  func aNewVersionWithFewerPagesShowsTheLast(pages: Int, expected: Int) throws {
    var harness = PictureHarness(files: "a")
    try harness.bring("a", pages: 5)
    harness.send(.turnPages(2))
    let old = try harness.id(of: "a")
    harness.readHeader(old, pages: 5)
    harness.cover(old)
    harness.send(.fileChanged(old))
    try harness.open("a")
    if pages <= 2 {
      harness.send(.source(try harness.id(of: "a"), .failed("the file has no page 2")))
      let first = try harness.id(of: "a")
      #expect(harness.sources[first]?.request.page == 0)
      harness.readHeader(first, pages: pages)
    }
    let new = try harness.id(of: "a")
    if pages > 1 { harness.readHeader(new, pages: pages) }
    harness.cover(new)
    #expect(harness.sources[new]?.request.page == expected)
    #expect(harness.screen == .picture(new) && harness.problems.isEmpty)
    #expect(harness.pictures.pictures[new]?.isReload == true)
  }

  @Test func aNewVersionThatFailsInAllPagesEnds() throws {
    var harness = PictureHarness(files: "a")
    try harness.bring("a", pages: 5)
    harness.send(.turnPages(2))
    let old = try harness.id(of: "a")
    harness.readHeader(old, pages: 5)
    harness.cover(old)
    harness.send(.fileChanged(old))
    try harness.open("a")
    for _ in 0..<2 {
      let pending = try #require(harness.pictures.pictures.pending?.id)
      harness.send(.source(pending, .failed("it is damaged")))
    }
    #expect(harness.pictures.pictures.pending == nil && harness.screen == .picture(old))
    // The first page can be read, and the former one can't.
    harness.send(.fileChanged(old))
    try harness.open("a")
    harness.send(.source(try harness.id(of: "a"), .failed("it is damaged")))
    harness.readHeader(try harness.id(of: "a"), pages: 5)
    harness.send(.source(try harness.id(of: "a"), .failed("it is damaged")))
    #expect(harness.pictures.pictures.pending == nil && harness.screen == .picture(old))
    #expect(harness.problems.isEmpty)
  }

  @Test func theUserReloadsByHand() throws {
    var harness = PictureHarness(folder: "a", "b", at: "a")
    let old = try harness.bring("a")
    harness.send(.reload)
    #expect(harness.refreshes == 1)
    // Nobody waits for an answer.
    try harness.open("a", .empty)
    let effects = harness.send(.tick)
    #expect(
      effects.contains {
        if case .window(.showMessage("a", _)) = $0 { true } else { false }
      })
    harness.send(.reload)
    let new = try harness.bring("a")
    #expect(new != old && harness.screen == .picture(new) && harness.problems.isEmpty)
  }

  @Test func aFileThatCouldNotBeShownIsTriedAgainWhenItIsWritten() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.go(.next))
    try harness.open("b", .empty)
    harness.send(written("a"))
    #expect(harness.asked == [])
    harness.send(written("b"))
    let whole = try harness.bring("b")
    #expect(harness.screen == .picture(whole) && harness.problems.isEmpty)
  }

  @Test func aDeletedFileStaysOnTheScreen() throws {
    var harness = PictureHarness(files: "a", "b")
    let shown = try harness.bring("a")
    harness.send(.fileGone(Array("b".utf8), .deleted))
    #expect(harness.notes == [])
    harness.send(.fileGone(Array("a".utf8), .deleted))
    #expect(harness.notes == ["a was deleted"] && harness.screen == .picture(shown))
    harness.send(.go(.next))
    let next = try harness.bring("b")
    #expect(harness.screen == .picture(next) && harness.problems.isEmpty)
  }

  @Test func aFirstPictureThatIsStillBeingWrittenReopens() throws {
    var harness = PictureHarness(files: "a")
    try harness.open("a")
    let half = try harness.id(of: "a")
    harness.send(.fileChanged(half))
    #expect(harness.sources[half] == nil && harness.outcome == nil)
    let whole = try harness.bring("a")
    #expect(harness.screen == .picture(whole) && harness.problems.isEmpty)
  }

  @Test func aDeletedNamedFileLeavesTheAlbumAfterItWasShown() throws {
    var harness = PictureHarness(files: "a", "b", "c", "d")
    for name in ["a", "b", "c", "d"] {
      try harness.bring(name)
      harness.send(.go(.next))
    }
    harness.send(.go(.first))
    try harness.open("a", .missing)
    #expect(harness.pictures.failure == nil)
    try harness.bring("b")
    #expect(harness.pictures.titleParts(scale: nil)?.count == 3)
    #expect(harness.problems.isEmpty)
  }
}

import Testing
import Tiles

@testable import Viewer

/// Files that change while they are shown, or while another one is.
@Suite struct PictureReloadTests {
  @Test func theOldVersionStaysUntilTheNewOneIsComplete() throws {
    var stage = PictureStage(files: "a", "b")
    let old = try stage.bring("a")
    stage.send(.fileChanged(old))
    #expect(stage.screen == .picture(old))
    try stage.open("a")
    let new = try stage.id(of: "a")
    stage.readHeader(new)
    #expect(stage.screen == .picture(old))
    #expect(stage.pictures.pictures[new]?.isReload == true)
    stage.cover(new)
    #expect(stage.screen == .picture(new) && stage.sources[old] == nil)
    #expect(stage.problems.isEmpty)
  }

  @Test func aChangedPageReopensAsThatPage() throws {
    var stage = PictureStage(files: "a")
    try stage.bring("a", pages: 5)
    stage.send(.turnPages(2))
    let old = try stage.id(of: "a")
    stage.readHeader(old, pages: 5)
    stage.cover(old)
    stage.send(.fileChanged(old))
    try stage.open("a")
    #expect(stage.sources[try stage.id(of: "a")]?.request.page == 2)
    #expect(stage.problems.isEmpty)
  }

  @Test func aFailedNewVersionLeavesTheOldOne() throws {
    var stage = PictureStage(files: "a", "b")
    let old = try stage.bring("a")
    stage.send(.fileChanged(old))
    try stage.open("a", .empty)
    #expect(stage.screen == .picture(old) && stage.pictures.failure == nil)
    stage.send(.fileChanged(old))
    try stage.open("a")
    let effects = stage.send(.source(try stage.id(of: "a"), .failed("it is damaged")))
    #expect(effects.contains(.window(.showMessage(title: "a", sentence: "it is damaged"))))
    #expect(stage.screen == .picture(old) && stage.problems.isEmpty)
  }

  @Test func theFileIsCheckedOnReturn() throws {
    var stage = PictureStage(files: "a", "b")
    let old = try stage.bring("a")
    stage.send(.go(.next))
    try stage.bring("b")
    stage.send(.go(.previous))
    #expect(stage.checks == [old])
    #expect(stage.screen == .picture(old), "what was read is shown at once")
    stage.send(.fileChanged(old))
    try stage.open("a")
    let new = try stage.id(of: "a")
    stage.readHeader(new)
    stage.cover(new)
    #expect(stage.screen == .picture(new) && stage.problems.isEmpty)
  }

  @Test func aFirstPictureThatIsStillBeingWrittenReopens() throws {
    var stage = PictureStage(files: "a")
    try stage.open("a")
    let half = try stage.id(of: "a")
    stage.send(.fileChanged(half))
    #expect(stage.sources[half] == nil && stage.outcome == nil)
    let whole = try stage.bring("a")
    #expect(stage.screen == .picture(whole) && stage.problems.isEmpty)
  }

  @Test func aDeletedNamedFileLeavesTheAlbumAfterItWasShown() throws {
    var stage = PictureStage(files: "a", "b", "c", "d")
    for name in ["a", "b", "c", "d"] {
      try stage.bring(name)
      stage.send(.go(.next))
    }
    stage.send(.go(.first))
    try stage.open("a", .missing)
    #expect(stage.pictures.failure == nil)
    try stage.bring("b")
    #expect(stage.pictures.titleParts(scale: nil)?.count == 3)
    #expect(stage.problems.isEmpty)
  }
}

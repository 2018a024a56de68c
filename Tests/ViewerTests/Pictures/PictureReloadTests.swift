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
    let effects = harness.send(.source(try harness.id(of: "a"), .failed("it is damaged")))
    #expect(effects.contains(.window(.showMessage(title: "a", sentence: "it is damaged"))))
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

import Decoding
import Testing
import Tiles

@testable import Viewer

/// Pictures fetched as whole files: their progress and their cancellation.
@Suite struct PictureFetchTests {
  @Test func leavingAPendingDownloadCancelsIt() throws {
    var harness = PictureHarness(files: "a", "http://h/b", "c")
    try harness.bring("a")
    harness.send(.go(.next))
    let entry = try #require(harness.asked.first)
    #expect(entry.displayName == "b")
    #expect(harness.send(.go(.next)).contains(.gallery(.abandonFile(entry))))
    #expect(harness.asked.map(\.displayName) == ["c"])
    // The address is not prefetched either: that would start the download over.
    try harness.open("c")
    harness.readHeader(try harness.id(of: "c"))
    harness.cover(try harness.id(of: "c"))
    harness.send(.idle)
    #expect(!harness.asked.contains(entry))
    // Going back to the picture requests it again.
    #expect(harness.send(.go(.previous)).contains(.gallery(.openFile(entry))))
    #expect(harness.problems.isEmpty)
  }

  @Test func aPendingFileIsNotCancelled() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    try harness.bring("a")
    harness.send(.go(.next))
    harness.send(.go(.next))
    #expect(harness.asked.map(\.displayName) == ["b", "c"])
  }

  @Test func aDistantPrefetchedDownloadIsCancelled() throws {
    var harness = PictureHarness(files: "a", "http://h/b", "c", "d")
    try harness.bring("a")
    harness.send(.idle)
    let entry = try #require(harness.asked.first)
    #expect(entry.displayName == "b")
    harness.send(.go(.number(4)))
    try harness.bring("d")
    #expect(!harness.asked.contains(entry))
    #expect(harness.problems.isEmpty)
  }

  @Test func aPendingDownloadReportsItsProgress() throws {
    var harness = PictureHarness(files: "a", "http://h/b", "c")
    try harness.bring("a")
    harness.send(.go(.next))
    let entry = try #require(harness.asked.first)
    harness.now = 1
    #expect(harness.send(.fileProgressed(entry, fraction: 0.25)) == [.window(.updateProgress)])
    harness.now = 2
    harness.send(.fileProgressed(entry, fraction: 0.5))
    #expect(harness.pictures.files.progress?.fraction == 0.5)
    #expect(harness.pictures.files.progress?.since == 1)
    // The total size is not always known.
    #expect(harness.send(.fileProgressed(entry, fraction: nil)).isEmpty)
    #expect(harness.send(.go(.next)).contains(.window(.updateProgress)))
    #expect(harness.pictures.files.progress == nil)
    #expect(harness.send(.fileProgressed(entry, fraction: 0.75)).isEmpty)
  }

  @Test func aLongWaitForTheFirstFileShowsAWindow() throws {
    var harness = PictureHarness(files: "a", "b")
    harness.send(.tick)
    harness.now = 0.99
    harness.send(.tick)
    #expect(harness.mappings == 0)
    #expect(harness.pictures.deadline == 1)
    harness.now = 1
    harness.send(.tick)
    #expect(harness.mappings == 1)
    #expect(harness.isWaitShown)
    #expect(harness.pictures.deadline == nil)
    // The picture takes the window as it is.
    try harness.open("a")
    harness.send(.tick)
    #expect(!harness.isWaitShown)
    let id = try harness.id(of: "a")
    harness.readHeader(id)
    harness.cover(id)
    #expect(harness.screen == .picture(id))
    // A wait for the next one leaves the picture on the screen.
    harness.send(.go(.next))
    harness.send(.tick)
    harness.now = 9
    harness.send(.tick)
    #expect(!harness.isWaitShown)
    #expect(harness.problems.isEmpty)
  }

  @Test func theUserCanGoOnFromALongWait() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    for now in [0.0, 2] {
      harness.now = now
      harness.send(.tick)
    }
    harness.send(.go(.next))
    harness.send(.tick)
    #expect(!harness.isWaitShown)
    harness.now = 2.5
    harness.send(.tick)
    #expect(!harness.isWaitShown, "the second file has been awaited for half a second")
    harness.now = 3
    harness.send(.tick)
    #expect(harness.isWaitShown)
    harness.send(.go(.next))
    try harness.bring("c")
    #expect(harness.screen == .picture(try harness.id(of: "c")))
    #expect(harness.mappings == 1)
    #expect(harness.problems.isEmpty)
  }

  @Test func filesThatFailOneAfterTheOtherAreOneWait() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    harness.send(.tick)
    harness.now = 0.6
    try harness.open("a", .empty)
    harness.send(.tick)
    harness.now = 1
    let effects = harness.send(.tick)
    #expect(harness.isWaitShown, "nothing has been shown for a second")
    let lines = effects.compactMap {
      if case .window(.printToStandardError(let line)) = $0 { line } else { nil }
    }
    #expect(lines == ["a: \(PictureFileError.empty.sentence)"], "the window shows later errors")
    #expect(harness.problems.isEmpty)
  }

  @Test func anErrorAfterALongWaitIsShownInTheWindow() throws {
    var harness = PictureHarness(files: "a")
    for now in [0.0, 2] {
      harness.now = now
      harness.send(.tick)
    }
    let entry = try #require(harness.asked.first)
    try harness.open("a", .empty)
    #expect(harness.screen == .failure(entry))
    #expect(harness.outcome == nil)
    #expect(harness.problems.isEmpty)
  }

  @Test func aQuickFileMapsNoEmptyWindow() throws {
    var harness = PictureHarness(files: "a")
    harness.send(.tick)
    harness.now = 0.9
    try harness.open("a")
    harness.now = 5
    harness.send(.tick)
    #expect(harness.mappings == 0, "the decoder reads the header, and its limits are others")
    harness.readHeader(try harness.id(of: "a"))
    #expect(harness.mappings == 1)
  }
}

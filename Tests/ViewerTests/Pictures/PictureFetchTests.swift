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
}

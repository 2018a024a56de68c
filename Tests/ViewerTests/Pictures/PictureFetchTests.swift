import Testing
import Tiles

@testable import Viewer

/// Pictures fetched as whole files: their progress and their cancellation.
@Suite struct PictureFetchTests {
  @Test func leavingAPendingDownloadCancelsIt() throws {
    var stage = PictureStage(files: "a", "http://h/b", "c")
    try stage.bring("a")
    stage.send(.go(.next))
    let entry = try #require(stage.asked.first)
    #expect(entry.displayName == "b")
    #expect(stage.send(.go(.next)).contains(.gallery(.abandonFile(entry))))
    #expect(stage.asked.map(\.displayName) == ["c"])
    // The address is not prefetched either: that would start the download over.
    try stage.open("c")
    stage.readHeader(try stage.id(of: "c"))
    stage.cover(try stage.id(of: "c"))
    stage.send(.idle)
    #expect(!stage.asked.contains(entry))
    // Going back to the picture requests it again.
    #expect(stage.send(.go(.previous)).contains(.gallery(.openFile(entry))))
    #expect(stage.problems.isEmpty)
  }

  @Test func aPendingFileIsNotCancelled() throws {
    var stage = PictureStage(files: "a", "b", "c")
    try stage.bring("a")
    stage.send(.go(.next))
    stage.send(.go(.next))
    #expect(stage.asked.map(\.displayName) == ["b", "c"])
  }

  @Test func aDistantPrefetchedDownloadIsCancelled() throws {
    var stage = PictureStage(files: "a", "http://h/b", "c", "d")
    try stage.bring("a")
    stage.send(.idle)
    let entry = try #require(stage.asked.first)
    #expect(entry.displayName == "b")
    stage.send(.go(.number(4)))
    try stage.bring("d")
    #expect(!stage.asked.contains(entry))
    #expect(stage.problems.isEmpty)
  }

  @Test func aPendingDownloadReportsItsProgress() throws {
    var stage = PictureStage(files: "a", "http://h/b", "c")
    try stage.bring("a")
    stage.send(.go(.next))
    let entry = try #require(stage.asked.first)
    stage.now = 1
    #expect(stage.send(.fileProgressed(entry, fraction: 0.25)) == [.window(.updateProgress)])
    stage.now = 2
    stage.send(.fileProgressed(entry, fraction: 0.5))
    #expect(stage.pictures.files.progress?.fraction == 0.5)
    #expect(stage.pictures.files.progress?.since == 1)
    // The total size is not always known.
    #expect(stage.send(.fileProgressed(entry, fraction: nil)).isEmpty)
    #expect(stage.send(.go(.next)).contains(.window(.updateProgress)))
    #expect(stage.pictures.files.progress == nil)
    #expect(stage.send(.fileProgressed(entry, fraction: 0.75)).isEmpty)
  }
}

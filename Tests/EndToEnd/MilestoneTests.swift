import Geometry
import Platform
import TestSupport
import Testing

/// The times that `--stats` reports for the first picture.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct MilestoneTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func milestonesAreCompleteAndInOrder() throws {
    let picture = CoordinatePicture.grid(640, 480)
    let file = try folder.picture("1.png", picture)
    try folder.picture("2.png", CoordinatePicture.grid(320, 240))
    let before = MonotonicClock.now() * 1000
    let viewer = try RunningViewer(["--stats", file])
    viewer.expect(picture)
    viewer.waitUntilQuiet()
    let after = MonotonicClock.now() * 1000
    #expect(viewer.quit() == .status(0))
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    let began = try #require(statistics["clock_at_main_ms"])
    #expect(began >= before - 1 && began <= after)

    func expectOrder(_ places: String...) throws {
      var last = (place: "the program's beginning", time: 0.0)
      for place in places {
        let time = try #require(statistics["at_\(place)_ms"], "\(place) was not reached")
        #expect(time >= last.time, "\(place) came before \(last.place)")
        last = (place, time)
      }
      #expect(began + last.time <= after, "\(last.place) lies in the future")
    }
    // The decoder's stages, the window's, and the deferred work.
    try expectOrder(
      "file_open", "decoder_main", "decoder_locked", "decoder_header", "header",
      "first_renderer_frame")
    try expectOrder("file_open", "decoder_spawned", "header")
    try expectOrder("decoder_header", "first_row", "last_row")
    try expectOrder("header", "window_mapped", "painted", "shown", "neighbour")
    try expectOrder("first_row", "painted", "renderer_ready", "first_renderer_frame")
  }

  @Test func theFolderIsListedAfterTheNamedPicture() throws {
    let picture = CoordinatePicture.grid(300, 200)
    let file = try folder.picture("1.png", picture)
    try folder.picture("2.png", CoordinatePicture.grid(320, 240))
    let viewer = try RunningViewer(["--stats", file])
    viewer.expectTitle { $0.contains("1 / 2") }
    #expect(viewer.quit() == .status(0))
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    let listing = try #require(statistics["at_listing_ms"])
    let shown = try #require(statistics["at_shown_ms"])
    // Listing waits for the first picture, for 300 ms at most.
    #expect(listing >= min(shown, 300))
  }

  @Test func theCaptionFollowsThePicture() throws {
    let picture = CoordinatePicture.grid(640, 480)
    let file = try folder.picture("1.png", picture)
    let viewer = try RunningViewer(["--stats", "--fullscreen", file])
    viewer.waitUntilQuiet()
    #expect(viewer.screen.size != picture.size)
    #expect(viewer.quit() == .status(0))
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    let caption = try #require(statistics["at_caption_ms"], "there was no name")
    let shown = try #require(statistics["at_shown_ms"])
    #expect(caption >= shown)
  }

  @Test func unreachedMilestonesAreNull() throws {
    let file = try folder.picture("alone.png", CoordinatePicture.grid(100, 80))
    let viewer = try RunningViewer(["--stats", file])
    viewer.waitUntilQuiet()
    #expect(viewer.quit() == .status(0))
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    #expect(statistics["at_neighbour_ms"] == nil)
    #expect(statistics["at_caption_ms"] == nil, "a window has a title")
    #expect(statistics["at_shown_ms"] != nil)
  }
}

import Geometry
import Glibc
import TestSupport
import Testing

/// The memory budget that the tiles of all pictures and decoders share.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct MemoryTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func prefetchingStaysWithinTheBudget() throws {
    // Large enough that each fit view fills the window, at a scale far from 100 %.
    let picture = Photograph.grid(2600, 1700)
    let files = try ["a", "b", "c"].map { try folder.picture("\($0).png", picture) }
    let viewer = try RunningViewer(["--geometry", "1280x800+0+0", "--stats", files[1]])
    viewer.expectTitle { $0.contains("2 / 3") }
    // The fit view with both neighbours prefetched, then 100 % in several places; all of it twice.
    for _ in 0..<2 {
      #expect(viewer.waitUntilQuiet())
      viewer.type("1")
      #expect(viewer.waitUntilQuiet())
      for key in [Key.left, Key.up, Key.right, Key.down] {
        viewer.type(key)
        #expect(viewer.waitUntilQuiet())
      }
      viewer.point(atX: 640, y: 400)
      for detents in [1, 1, 1, 1, 1, -1, -1, -1, -1, -1] {
        viewer.hands.wheel(detents)
        usleep(120_000)
      }
      #expect(viewer.waitUntilQuiet())
      viewer.type("0")
      #expect(viewer.waitUntilQuiet())
      viewer.type("n")
    }
    #expect(viewer.waitUntilQuiet())
    #expect(viewer.quit() == .status(0))
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    let peak = Int(try #require(statistics["peak_tile_bytes"]))
    // Six surfaces, 8 MiB, and 6 MiB for the next zoom step.
    #expect(peak <= 6 * 4 * 1280 * 800 + 14 << 20)
    // A view alone takes a third of the budget; more than that shows that tiles were prefetched.
    #expect(peak >= 4 * 4 * 1280 * 800)
    #expect(try #require(statistics["peak_arena_bytes"]) > 0)
  }
}

import Geometry
import Glibc
import TestSupport
import Testing

/// A viewer at which nobody does anything.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct IdleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sees three seconds go by in which no thread wakes, in the viewer or in any decoder.
  ///
  /// A machine that is itself stopped and continued wakes every thread once: whoever wakes by
  /// itself does so each time.
  private func expectSleep(of viewer: RunningViewer, _ what: String) throws {
    var changes = ""
    for _ in 0..<3 {
      try #require(viewer.waitUntilQuiet(), "\(what)")
      let before = viewer.family.sample()
      #expect(before.count > 3)
      // The measure itself, not a wait for anything.
      sleep(3)
      let after = viewer.family.sample()
      if before == after { return }
      changes = "\(before.symmetricDifference(after).map(\.description).sorted())"
    }
    Issue.record("\(what), somebody wakes: \(changes)")
  }

  @Test func usesNoProcessorTime() throws {
    for name in ["1.png", "2.png", "3.png"] {
      try folder.picture(name, CoordinatePicture.grid(900, 700))
    }
    let viewer = try RunningViewer(["--geometry", "500x400", folder["2.png"]])
    viewer.expectTitle { $0.contains("— 2 / 3 —") }
    // A pass of a neighbour may just begin when nobody works: wait for both to have come.
    viewer.type(32)
    viewer.expectTitle { $0.contains("— 3 / 3 —") }
    viewer.type(0x70)
    viewer.expectTitle { $0.contains("— 2 / 3 — Fresnel") && $0.contains("900") }
    try expectSleep(of: viewer, "after opening")
    viewer.point(atX: 200, y: 100)
    viewer.hands.wheel(-6)
    viewer.expectTitle { !$0.contains("56 %") }
    try expectSleep(of: viewer, "after zooming")
    #expect(viewer.decoders().count == 1, "only the picture on the screen has a decoder")
  }

  @Test func aPictureThatTakesLongIsWaitedForAsleep() throws {
    let program = try folder.evilInstallation()
    let file = try folder.evilFile("slow.jpg", "hang:tile")
    let viewer = try RunningViewer([file], program: program)
    // Its window has come, and the moment at which rows are shown as they come has passed.
    let isBackdrop = waitUntil(RunningViewer.patience) { viewer.client.isViewable(viewer.window) }
    #expect(isBackdrop)
    sleep(1)
    let isQuiet = viewer.family.waitUntilQuiet(
      with: [viewer.server.process.pid], calm: 0.5)
    #expect(isQuiet, "the viewer works while it has only to wait")
  }

  @Test func aCoveredWindowSleepsToo() throws {
    let viewer = try RunningViewer([
      try folder.picture("a.png", CoordinatePicture.grid(400, 300))
    ])
    viewer.waitUntilQuiet()
    let cover = viewer.client.makeWindow(at: viewer.rect, color: 0x123456)
    try expectSleep(of: viewer, "covered")
    viewer.client.destroy(cover)
    viewer.expect(CoordinatePicture.grid(400, 300))
  }
}

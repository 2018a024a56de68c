import Geometry
import Glibc
import TestSupport
import Testing

/// An idle viewer.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct IdleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Expects three seconds in which no thread of the viewer or its decoders wakes up.
  ///
  /// Suspending the whole machine wakes every thread once, so this tries three times.
  private func expectSleep(of viewer: RunningViewer, _ what: String) throws {
    var changes = ""
    for _ in 0..<3 {
      try #require(viewer.waitUntilQuiet(), "\(what)")
      let before = viewer.family.sample()
      #expect(before.count > 3)
      // This is the measurement, not a wait for something.
      sleep(3)
      let after = viewer.family.sample()
      if before == after { return }
      changes = "\(before.symmetricDifference(after).map(\.description).sorted())"
    }
    Issue.record("\(what), somebody wakes: \(changes)")
  }

  @Test func anIdleViewerUsesNoProcessorTime() throws {
    for name in ["1.png", "2.png", "3.png"] {
      try folder.picture(name, CoordinatePicture.grid(900, 700))
    }
    let viewer = try RunningViewer(["--geometry", "500x400", folder["2.png"]])
    viewer.expectTitle { $0.contains("— 2 / 3 —") }
    // Decoding a neighbour may only just be starting when everything seems idle: visit both first.
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

  @Test func theViewerSleepsWhileADecoderWorks() throws {
    let program = try folder.evilInstallation()
    let file = try folder.evilFile("slow.jpg", "hang:tile")
    let viewer = try RunningViewer([file], program: program)
    // The window is open, and the moment at which single rows are shown has passed.
    let isBackdrop = waitUntil(RunningViewer.timeout) { viewer.client.isViewable(viewer.window) }
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

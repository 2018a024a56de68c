import Geometry
import Glibc
import TestSupport
import Testing

/// A window manager that crashes at work, and is restarted.
@Suite(
  .serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"),
  .enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"))
struct ManagerChangeTests {
  @Test func thePictureStaysWhenTheManagerChanges() throws {
    let folder = try TemporaryFolder()
    try folder.folder("alone")
    let file = try folder.picture("alone/map.png", CoordinatePicture.grid(400, 300))
    let server = try XServer()
    let client = try TestClient(server)
    var expected = ExpectedSizes(file: file, folder: folder)
    var manager: WindowManager? = try WindowManager("openbox", on: server, client: client)
    let viewer = try RunningViewer([file], on: server)
    try expected.expect(viewer, "under a manager")
    for round in 0..<3 {
      // Kill it before it has finished the request.
      viewer.change(.fullScreen)
      manager?.process.signal(SIGKILL)
      _ = manager?.process.wait(limit: 10)
      manager = nil
      viewer.client.mapRaised(viewer.window)
      viewer.client.focus(viewer.window)
      viewer.type(Key.f11)
      try expected.expect(viewer, "round \(round), without one")
      manager = try WindowManager("openbox", on: server, client: client)
      viewer.change(.show)
      try expected.expect(viewer, "round \(round), under another")
      #expect(manager?.process.isRunning == true)
    }
    viewer.client.focus(viewer.window)
    #expect(viewer.quit() == .status(0))
  }
}

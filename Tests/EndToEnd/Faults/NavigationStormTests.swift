import Geometry
import Glibc
import TestSupport
import Testing

/// Walking through an album faster than anything can be decoded.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct NavigationStormTests {
  /// Slow decoders alternate with pictures of one colour; wherever the storm ends, that picture is
  /// shown.
  @Test func lateRepliesNeverReachTheScreen() throws {
    let folder = try TemporaryFolder()
    let program = try folder.evilInstallation()
    var files: [String] = []
    var colors: [String: UInt32] = [:]
    for index in 0..<8 {
      let color = UInt32(0x302060 + index * 0x180c10)
      let name = "plain-\(index).png"
      colors[name] = color | 0xff00_0000
      files.append(
        try folder.picture(name, PixelGrid(width: 400, height: 300, opaque: { _, _ in color })))
      files.append(try folder.evilFile("late-\(index).jpg", "delay:\(20 + 60 * (index % 3))"))
    }
    let viewer = try RunningViewer(["--geometry", "400x300"] + files, program: program)
    viewer.expectTitle { $0.contains("— 1 / 16 —") }
    var random = SeededNumbers()
    for round in 0..<4 {
      for _ in 0..<200 {
        viewer.type(Bool.random(using: &random) ? "n" : "p")
        usleep(5000)
      }
      // If the storm ended at a slow picture, move on to a plain one.
      #expect(viewer.waitUntilQuiet(), "\(random.origin), round \(round)")
      if viewer.title.hasPrefix("late") {
        viewer.type(viewer.title.contains("— 16 / 16 —") ? "p" : "n")
        viewer.expectTitle { $0.hasPrefix("plain") }
        #expect(viewer.waitUntilQuiet(), "\(random.origin), round \(round)")
      }
      let name = String(viewer.title.prefix { $0 != " " })
      let isShown = waitUntil(RunningViewer.timeout) {
        Set(viewer.screen.words) == [colors[name] ?? 0]
      }
      #expect(isShown, "\(random.origin), round \(round): \(viewer.title)")
    }
    #expect(viewer.decoders().count <= 3)
    #expect(viewer.quit() == .status(0))
  }
}

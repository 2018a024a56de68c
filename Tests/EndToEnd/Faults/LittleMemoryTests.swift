import Geometry
import Glibc
import TestSupport
import Testing

/// A viewer with a low memory limit, and pictures that would need more.
@Suite(
  .serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"),
  .enabled(if: MemoryGroup.isAvailable, "\(MemoryGroup.missing)"))
struct LittleMemoryTests {
  let folder: TemporaryFolder
  let group: MemoryGroup
  let picture = CoordinatePicture.grid(400, 300)

  init() throws {
    folder = try TemporaryFolder()
    group = try MemoryGroup(limit: 256 << 20)
  }

  private func viewer(_ files: [String]) throws -> RunningViewer {
    let program = try folder.evilInstallation()
    let words = group.words + [program, "--geometry", "1280x800+0+0"] + files
    let server = try XServer()
    let process = try server.run(
      words[0], Array(words.dropFirst()), environment: ["MESA_SHADER_CACHE_DISABLE": "true"])
    return try RunningViewer(process, on: server)
  }

  /// 256 MiB for the viewer and its decoders, in a window of 4 MiB.
  @Test func viewing100GigapixelsTakesLessThan256MiB() throws {
    let good = try folder.picture("good.png", picture)
    let huge = try folder.evilFile("huge.jpg", "claim:width=400000;height=250000")
    let viewer = try viewer([huge, good])
    viewer.expectTitle { $0.contains("400000 × 250000") }
    #expect(viewer.waitUntilQuiet())
    viewer.point(atX: 640, y: 400)
    for detents in [8, 8, 8, 8, 8, -6, -6, -6] {
      viewer.hands.wheel(detents)
      for key in [Key.left, Key.up, Key.right, Key.down] { viewer.type(key) }
      #expect(viewer.waitUntilQuiet())
    }
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    #expect(viewer.waitUntilQuiet())
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("good.png") && $0.contains("400 × 300") }
    #expect(group.kills == 0)
    #expect(viewer.process.standardError == "")
    #expect(viewer.quit() == .status(0))
  }

  /// The kernel kills the decoder, whose OOM score is higher, and not the viewer.
  @Test func theKernelKillsAHungryDecoderBeforeTheViewer() throws {
    let good = try folder.picture("good.png", picture)
    let hog = try folder.evilFile("hog.jpg", "hog:")
    let viewer = try viewer([good, hog])
    viewer.expectTitle { $0.hasPrefix("good.png") && $0.contains("400 × 300") }
    viewer.type(32)
    #expect(waitUntil(RunningViewer.timeout) { viewer.showsText }, "no sentence in the window")
    #expect(group.kills > 0)
    viewer.type(Key.home)
    viewer.expectTitle { $0.hasPrefix("good.png") && $0.contains("400 × 300") }
    #expect(viewer.quit() == .status(0))
  }
}

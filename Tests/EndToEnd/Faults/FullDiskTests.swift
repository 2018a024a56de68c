import Geometry
import Glibc
import TestSupport
import Testing

/// A cache disk that is full or read-only.
@Suite(
  .serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"),
  .enabled(if: Mounting.isAllowed, "nobody may mount anything here"))
struct FullDiskTests {
  /// The picture is shown at 100 % without a cache, and nothing is left on the disk.
  @Test(arguments: ["size=64k", "size=64k,ro"])
  func picturesAreShownWithoutACache(disk: String) throws {
    let folder = try TemporaryFolder()
    let cache = try folder.folder("cache")
    let file = try folder.picture("photo.png", Photograph.grid(2600, 1700))
    let options = ["--zoom", "1", "--center", "1711,1223"]
    // No other process sees this disk, so the script lists the folder after the viewer has ended.
    let script = """
      mount -t tmpfs -o "$0" none "$XDG_CACHE_HOME" || exit 99
      exec "$@"
      """
    let server = try XServer()
    let viewer = try RunningViewer(
      server.run(
        "unshare",
        ["-Urm", "sh", "-c", script, disk, RunningViewer.program, "--geometry", "463x391", file]
          + options,
        environment: ["XDG_CACHE_HOME": cache, "MESA_SHADER_CACHE_DISABLE": "true"]),
      on: server)
    viewer.expect(try RenderRun.view(file, viewer.size, options, in: folder))
    for _ in 0..<3 {
      viewer.type(Key.down)
      try _ = viewer.settled()
    }
    let words = viewer.process.standardError.split(separator: "\n")
    #expect(words.count <= 1 && words.allSatisfy { $0.hasPrefix("fresnel: \(file): ") }, "\(words)")
    let seen = TemporaryFolder.names(in: "/proc/\(viewer.process.pid)/root\(cache)/fresnel")
    #expect(seen.isEmpty, "\(seen)")
    #expect(viewer.quit() == .status(0))
  }
}

/// Mounting disks in a private namespace.
private enum Mounting {
  static let isAllowed: Bool = {
    guard TestProcess.canFind("unshare"),
      let process = try? TestProcess(
        "unshare", ["-Urm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"])
    else { return false }
    return process.wait(limit: 20) == .status(0)
  }()
}

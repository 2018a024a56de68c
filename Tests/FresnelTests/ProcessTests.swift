import TestSupport
import Testing

/// Embedding a view must not change process-wide state.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct ProcessTests {
  @Test func theProcessStaysUnchanged() throws {
    let harness = try FresnelHarness()
    let probe = try harness.server.run(
      PipedProcess.built("fresnel-embedding-probe"),
      [harness.server.display, harness.path, builtFolder],
      environment: ["LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": harness.folder["cache"]])
    func lines() -> [Substring] {
      String(decoding: probe.standardOutput, as: UTF8.self).split(separator: "\n")
    }
    #expect(waitUntil(60) { lines().contains("ready") || !probe.isRunning })
    // A broken pipe kills a process that doesn't handle SIGPIPE; this one doesn't.
    harness.server.crash()
    #expect(probe.wait(limit: 60) == .status(0))
    #expect(
      lines() == [
        "shown true", "while: nothing", "host errors 1",
        "ended windowDestroyed, host errors 1", "off screen 240000", "ready",
        "ended displayLost", "host losses true", "after: nothing", "messages true",
      ])
    #expect(probe.standardError == "")
  }
}

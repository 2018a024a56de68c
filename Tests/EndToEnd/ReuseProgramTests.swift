import Geometry
import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// Later starts open their pictures in the first window.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ReuseProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)
  let other = CoordinatePicture.grid(200, 300)

  init() throws {
    folder = try TemporaryFolder()
    chmod(folder.path, 0o700)
  }

  private var environment: [String: String?] {
    [
      "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder["config"],
      "XDG_STATE_HOME": "/proc/nowhere",
    ]
  }

  private func socket(of server: XServer) -> String { folder["fresnel/\(server.display)"] }

  /// Starts the first window, and waits until it answers and has nothing else to do: a later start
  /// waits only a second for its first answer.
  private func first(_ arguments: [String]) throws -> RunningViewer {
    let viewer = try RunningViewer(arguments, environment: environment)
    let path = socket(of: viewer.server)
    try #require(waitUntil(RunningViewer.timeout) { access(path, F_OK) == 0 })
    let peer = try RemotePeer(path)
    peer.send(line: "get file")
    let answers = waitUntil(RunningViewer.timeout) { !peer.receive().isEmpty }
    try #require(answers, "no answer")
    _ = try viewer.settled()
    return viewer
  }

  @Test(arguments: [true, false])
  func theSecondStartHandsOver(byOption: Bool) throws {
    let a = try folder.picture("a.png", picture)
    let b = try folder.picture("b.png", other)
    var option = ["--reuse"]
    if !byOption {
      option = []
      try folder.folder("config")
      try folder.folder("config/fresnel")
      try folder.file("config/fresnel/config.toml", Array("reuse = true\n".utf8))
    }
    let viewer = try first(option + [a])
    viewer.expect(picture)
    let manager = try TestClient(viewer.server)
    manager.watchRoot()
    var variables = environment
    variables["DESKTOP_STARTUP_ID"] = "launcher_TIME4711"
    let second = try viewer.server.run(RunningViewer.program, option + [b], environment: variables)
    #expect(second.wait(limit: RunningViewer.timeout) == .status(0))
    viewer.expectTitle { $0.hasPrefix("b.png") && $0.contains("2 / 2") }
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.client.numbers("_NET_WM_USER_TIME", of: viewer.window) == [4711]
      })
    expectAttention(atRootOf: manager)
    #expect(viewer.quit() == .status(0))
    #expect(access(socket(of: viewer.server), F_OK) != 0)
    #expect(viewer.process.standardError == "" && second.standardError == "")
  }

  /// The window requests attention at the launcher's time, and ends the launcher's feedback.
  private func expectAttention(atRootOf manager: TestClient) {
    var messages: [(name: String, numbers: [UInt])] = []
    let hasEnded = waitUntil(RunningViewer.timeout) {
      messages += manager.takeMessages()
      return messages.contains { $0.name == "_NET_STARTUP_INFO" }
    }
    #expect(hasEnded)
    let attention = messages.filter { $0.name == "_NET_ACTIVE_WINDOW" }.map { $0.numbers }
    #expect(attention == [[1, 4711, 0, 0, 0]])
    let startup = messages.filter { $0.name.hasPrefix("_NET_STARTUP_INFO") }
    #expect(startup.map { $0.name } == ["_NET_STARTUP_INFO_BEGIN", "_NET_STARTUP_INFO"])
    // A message has 20 bytes, which fill two and a half of its numbers.
    var text: [UInt8] = []
    for message in startup {
      for place in 0..<20 {
        text.append(UInt8(truncatingIfNeeded: message.numbers[place / 8] >> (place % 8 * 8)))
      }
    }
    let sentence = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    #expect(sentence == "remove: ID=\"launcher_TIME4711\"")
  }

  @Test func moreNamesThanALineHasAreOneList() throws {
    let a = try folder.picture("a.png", picture)
    let b = try folder.picture("b.png", other)
    try folder.folder("many")
    let names = (0..<800).map { number in
      folder["many/\(number)" + String(repeating: "x", count: 100) + ".png"]
    }
    for name in names { #expect(symlink(b, name) == 0) }
    let viewer = try first(["--reuse", a])
    let second = try viewer.server.run(
      RunningViewer.program, ["--reuse"] + names, environment: environment)
    #expect(second.wait(limit: RunningViewer.timeout) == .status(0))
    viewer.expectTitle { $0.contains("1 / 800") }
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "" && second.standardError == "")
  }

  @Test func standardInputIsHandedOver() throws {
    let a = try folder.picture("a.png", picture)
    let b = try folder.picture("b.png", other)
    let viewer = try first(["--reuse", a])
    for (file, size) in [(b, "200 × 300"), (a, "400 × 300"), (b, "200 × 300")] {
      let pipe = try FileDescriptor.pipe()
      let second = try viewer.server.run(
        RunningViewer.program, ["--reuse", "-"], environment: environment,
        passing: [pipe.first.number: 0])
      try FileDescriptor.writeAll(TemporaryFolder.contents(of: file)[...], to: pipe.second.number)
      _ = consume pipe
      #expect(second.wait(limit: RunningViewer.timeout) == .status(0))
      viewer.expectTitle { $0.hasPrefix("standard input") && $0.contains(size) }
    }
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func withoutTheOptionEachStartHasItsWindow() throws {
    let a = try folder.picture("a.png", picture)
    let viewer = try first(["--reuse", a])
    let process = try viewer.server.run(RunningViewer.program, [a], environment: environment)
    let second = try RunningViewer(process, on: viewer.server)
    #expect(second.window != viewer.window)
    second.process.terminate()
    // A start doesn't wait for a window that hangs.
    kill(viewer.process.pid, SIGSTOP)
    let third = try RunningViewer(
      viewer.server.run(RunningViewer.program, ["--reuse", a], environment: environment),
      on: viewer.server)
    #expect(third.window != viewer.window)
    third.process.terminate()
    kill(viewer.process.pid, SIGCONT)
    #expect(viewer.process.terminate() == .status(0))
  }
}

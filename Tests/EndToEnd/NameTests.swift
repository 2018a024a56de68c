import Geometry
import Glibc
import TestSupport
import Testing

/// Malicious file names: they stay bytes, and no shell, format string or terminal interprets them.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct NameTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)
  let bytes: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    bytes = try TemporaryFolder.contents(of: try folder.picture("a.png", picture))
  }

  @Test(arguments: [
    (Array("new\nline".utf8), "new\\nline"),
    (Array("\u{1B}]0;owned\u{7}".utf8), "\\x1B]0;owned\\x07"),
    (Array("%s%n%s%n".utf8), "%s%n%s%n"),
    (Array("$(touch canary)`touch canary`;touch canary".utf8), nil),
    (Array("--version".utf8), "--version"),
    ([0x66, 0xFF, 0xFE, 0x67], "f\\xFF\\xFEg"),
    (Array("right\u{202E}gnp.exe".utf8), "right\\u{202E}gnp.exe"),
    (Array("größe 日本".utf8), nil),
    ([UInt8](repeating: 0x61, count: 255), nil),
  ])
  func theNameIsOpenedAndShownEscaped(name: [UInt8], shown: String?) throws {
    let path = try folder.file(name, bytes)
    let server = try XServer()
    let process = try server.run(RunningViewer.program, names: [path, Array("/a/b".utf8)])
    let viewer = try RunningViewer(process, on: server)
    viewer.expect(picture)
    let shown = shown ?? String(decoding: name, as: UTF8.self)
    viewer.expectTitle { $0 == "\(shown) — 400 × 300 — 100 % — 1 / 2 — Fresnel" }
    #expect(access(folder["canary"], F_OK) != 0 && access("canary", F_OK) != 0)
    // The message on standard error is escaped, too.
    let twice = try server.run(RunningViewer.program, names: [path + Array(".not".utf8)])
    #expect(twice.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(twice.standardError.contains(shown))
    #expect(twice.standardError.utf8.allSatisfy { $0 >= 32 || $0 == 10 })
  }

  @Test func aNameLikeAnOptionOpensInTheUsualWays() throws {
    try folder.file("--help", bytes)
    let server = try XServer()
    let process = try server.run(
      "sh", ["-c", "cd '\(folder.path)' && exec \"$0\" -- --help", RunningViewer.program])
    let viewer = try RunningViewer(process, on: server)
    viewer.expect(picture)
    viewer.expectTitle { $0.hasPrefix("--help — ") }
  }
}

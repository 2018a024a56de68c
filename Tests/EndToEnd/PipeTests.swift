import Geometry
import Glibc
import Platform
import TestSupport
import Testing

/// Pictures read from pipes.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct PipeTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(500, 400)
  let bytes: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    bytes = try TemporaryFolder.contents(of: try folder.picture("a.png", picture))
  }

  @Test func standardInputOpens() throws {
    let input = try Self.pipe(of: bytes)
    let viewer = try RunningViewer(["--zoom", "1", "-"], passing: [input.number: 0])
    viewer.expect(picture)
    viewer.expectTitle { $0 == "standard input — 500 × 400 — 100 % — Fresnel" }
    viewer.point(atX: 250, y: 200)
    viewer.hands.wheel(-4)
    #expect(
      viewer.settledView(of: picture.size, scale: 2.44140625) != nil,
      "the spooled picture can be read again")
  }

  @Test func aNamedPipeOpens() throws {
    let path = folder["pipe"]
    try #require(mkfifo(path, 0o644) == 0)
    let server = try XServer()
    let process = try server.run(RunningViewer.program, [path])
    let bytes = bytes
    let writer = try Platform.Thread(name: "writer") {
      Self.write(bytes, to: open(path, O_WRONLY))
    }
    let viewer = try RunningViewer(process, on: server)
    writer.join()
    viewer.expect(picture)
    viewer.expectTitle { $0.contains("500 × 400") }
  }

  @Test func aPipeThatNobodyWritesShowsAWindow() throws {
    let path = folder["pipe"]
    try #require(mkfifo(path, 0o644) == 0)
    let server = try XServer()
    let process = try server.run(
      RunningViewer.program, ["--zoom", "1", path, try folder.picture("b.png", picture)])
    let viewer = try RunningViewer(process, on: server)
    viewer.expectTitle { $0.hasPrefix("pipe") }
    viewer.type(" ")
    viewer.expectTitle { $0.hasPrefix("b.png — 500 × 400") }
    #expect(viewer.settledView(of: picture.size, scale: 1) != nil, "the next picture is shown")
    #expect(viewer.quit() == .status(0))
  }

  @Test func aPipeWithoutAPictureGivesASentence() throws {
    let input = try Self.pipe(of: Array("no picture at all\n".utf8))
    let server = try XServer()
    let process = try server.run(RunningViewer.program, ["-"], passing: [input.number: 0])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(process.standardError == "fresnel: standard input: it is text, not a picture\n")
  }

  @Test func renderReadsAPipe() throws {
    let input = try Self.pipe(of: bytes)
    let output = folder["out.png"]
    let process = try TestProcess(
      RunningViewer.program, ["render", "-", "-o", output], environment: ["DISPLAY": nil],
      passing: [input.number: 0])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(try PixelGrid(png: output) == picture)
  }

  /// Returns the read end of a pipe that delivers these bytes and then ends.
  private static func pipe(of bytes: [UInt8]) throws -> FileDescriptor {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Errno.last("pipe") }
    let writing = ends[1]
    _ = try Platform.Thread(name: "writer") { write(bytes, to: writing) }
    return FileDescriptor(adopting: ends[0])
  }

  private static func write(_ bytes: [UInt8], to number: Int32) {
    // A reader that closes early must not kill this process.
    signal(SIGPIPE, SIG_IGN)
    try? FileDescriptor.writeAll(bytes[...], to: number)
    close(number)
  }
}

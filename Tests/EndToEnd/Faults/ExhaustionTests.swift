import Geometry
import Glibc
import TestSupport
import Testing

/// A viewer that runs out of descriptors, processes or threads, and then has them again.
@Suite(
  .serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"),
  .enabled(if: TestProcess.canFind("prlimit"), "there is no prlimit"))
struct ExhaustionTests {
  let folder: TemporaryFolder
  let pictures = [0xc04040, 0x40c040, 0x4040c0, 0xc0c040].map { (color: UInt32) in
    PixelGrid(width: 400, height: 300, opaque: { _, _ in color })
  }

  init() throws {
    folder = try TemporaryFolder()
    for (index, picture) in pictures.enumerated() {
      try folder.picture("\(index + 1).png", picture)
    }
  }

  private var files: [String] { (1...pictures.count).map { folder["\($0).png"] } }

  /// Sets a limit of a running process; without privileges, only its own user may.
  private func limit(_ process: pid_t, _ what: String, as user: [String] = []) throws {
    let words = user + ["prlimit", "--pid", "\(process)", what]
    let change = try TestProcess(words[0], Array(words.dropFirst()))
    #expect(change.wait(limit: 20) == .status(0), "\(change.standardError)")
  }

  /// Walks through the album while nothing can be opened, then while everything can.
  private func walk(_ viewer: RunningViewer, limit: () throws -> Void, free: () throws -> Void)
    throws
  {
    viewer.expect(pictures[0])
    #expect(viewer.waitUntilQuiet())
    try limit()
    viewer.type(Key.end)
    viewer.expectTitle { $0.hasPrefix("4.png") }
    viewer.type("p")
    viewer.expectTitle { $0.hasPrefix("3.png") }
    #expect(viewer.waitUntilQuiet())
    // The window still responds, though it can open neither text nor pictures.
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 })
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 400 })
    try free()
    viewer.type(Key.home)
    viewer.expect(pictures[0], "the first one again")
    for picture in pictures.dropFirst() {
      viewer.type(32)
      viewer.expect(picture, "once there is room")
    }
    #expect(viewer.quit() == .status(0))
  }

  /// With the open descriptors and a few more, so that each call fails in turn.
  @Test(arguments: [0, 1, 2, 3, 4, 6, 8])
  func theViewerSurvivesALackOfDescriptors(spare: Int) throws {
    let viewer = try RunningViewer(files)
    let process = viewer.process.pid
    try walk(viewer) {
      let open = ProcessFamily.descriptors(of: process)
      try limit(process, "--nofile=\((open.max() ?? 3) + 1 + spare):")
    } free: {
      try limit(process, "--nofile=1024:")
    }
    for line in viewer.process.standardError.split(separator: "\n") {
      #expect(line.hasPrefix("fresnel: "), "\(line)")
    }
  }

  /// The limit doesn't apply to root, so the viewer runs as another user.
  @Test(
    .enabled(
      if: geteuid() == 0 && TestProcess.canFind("setpriv"), "only root can be somebody else"))
  func theViewerSurvivesALackOfProcesses() throws {
    let server = try XServer()
    // An otherwise unused user ID.
    let user = ["setpriv", "--reuid=61234", "--clear-groups"]
    let words = user + [RunningViewer.program] + files
    let viewer = try RunningViewer(
      server.run(
        words[0], Array(words.dropFirst()),
        environment: ["HOME": "/nowhere", "XDG_CACHE_HOME": "/nowhere"]),
      on: server)
    let process = viewer.process.pid
    try walk(viewer) {
      try limit(process, "--nproc=1:", as: user)
    } free: {
      try limit(process, "--nproc=512:", as: user)
    }
    for line in viewer.process.standardError.split(separator: "\n") {
      #expect(line.hasPrefix("fresnel: "), "\(line)")
    }
  }
}

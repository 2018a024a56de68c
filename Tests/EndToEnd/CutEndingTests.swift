import Geometry
import Glibc
import TestSupport
import Testing

/// How `fresnel cut` ends: with invalid arguments, damaged files, when killed, and when run again.
@Suite struct CutEndingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sentence(
    _ file: String, _ options: [String] = [], output: String, status: Int32
  ) throws -> String {
    let process = try CutRun.start(file, options, output: output)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(status))
    return process.standardError
  }

  @Test(arguments: [
    (["--tile-size", "31"], "--tile-size"), (["--tile-size", "1024"], "--overlap"),
    (["--overlap", "200"], "--overlap"), (["--layout", "iiif", "--overlap", "1"], "--overlap"),
    (["--quality", "0"], "--quality"), (["--jobs", "0"], "--jobs"),
    (["--layout", "tiles"], "--layout"), (["--format", "gif"], "--format"),
    (["--region", "1,2,3"], "--region"), (["--id", "x"], "--id"), (["--frame", "-1"], "--frame"),
  ])
  func wrongArgumentsAreRefused(options: [String], named: String) throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(40, 30))
    let said = try sentence(file, options, output: folder["out"], status: 2)
    #expect(said.contains(named), "\(said)")
    #expect(TemporaryFolder.names(in: folder.path) == ["a.png"])
  }

  @Test func aFailedCutLeavesNoFiles() throws {
    let bad = try folder.file("bad.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])
    #expect(try sentence(bad, output: folder["out"], status: 1).contains("bad.png"))
    #expect(try sentence(folder["no.png"], output: folder["out"], status: 1).contains("no.png"))
    let good = try folder.picture("a.png", CoordinatePicture.grid(40, 30))
    #expect(
      try sentence(good, output: folder["nowhere/out"], status: 1).contains("nowhere/out"))
    #expect(
      try sentence(good, ["--region", "40,0,5x5"], output: folder["out"], status: 1)
        .contains("40 × 30"))
    #expect(TemporaryFolder.names(in: folder.path) == ["a.png", "bad.png"])
  }

  @Test func existingFilesAreNotOverwritten() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(40, 30))
    try folder.file("out.dzi", Array("mine".utf8))
    #expect(try sentence(file, output: folder["out"], status: 1).contains("already exists"))
    #expect(try TemporaryFolder.contents(of: folder["out.dzi"]) == Array("mine".utf8))
    try folder.folder("other")
    #expect(
      try sentence(file, ["--layout", "zoomify"], output: folder["other/"], status: 1)
        .contains("already exists"))
    #expect(TemporaryFolder.names(in: folder.path) == ["a.png", "other", "out.dzi"])
  }

  /// In a world-writable folder another user could have put a link there.
  @Test func aLinkInPlaceOfTheHiddenFolderIsNotFollowed() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(40, 30))
    for path in ["own/tiles", "inner/.out.fresnel-cut"] { try folder.folders(path) }
    try folder.file("own/tiles/mine.txt", Array("mine".utf8))
    #expect(symlink(folder["own"], folder[".out.fresnel-cut"]) == 0)
    let said = try sentence(file, output: folder["out"], status: 1)
    #expect(said.contains("out: "), "\(said)")
    #expect(TemporaryFolder.names(in: folder["own"]) == ["tiles"])
    // A link inside one of our own folders is not followed either.
    #expect(symlink(folder["own/tiles"], folder["inner/.out.fresnel-cut/tiles"]) == 0)
    try CutRun.run(file, output: folder["inner/out"])
    #expect(try TemporaryFolder.contents(of: folder["own/tiles/mine.txt"]) == Array("mine".utf8))
    #expect(TemporaryFolder.names(in: folder["own/tiles"]) == ["mine.txt"])
  }

  /// A picture that takes some seconds to cut: noise, which PNG hardly compresses.
  private func slowPicture() throws -> String {
    try folder.picture(
      "slow.png",
      PixelGrid(
        width: 3000, height: 2500,
        opaque: { x, y in
          let mixed = UInt32(truncatingIfNeeded: (x &* 73_856_093) ^ (y &* 19_349_663))
          return (mixed &* 2_654_435_761) >> 8
        }))
  }

  private var staging: String { folder[".out.fresnel-cut"] }

  private func tilesThere() -> Int {
    (try? CutRun.files(below: staging + "/tiles").count) ?? 0
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func aKilledCutResumes(signal: Int32) throws {
    let file = try slowPicture()
    let options = ["--format", "png", "--jobs", "1"]
    let process = try CutRun.start(file, options, output: folder["out"])
    waitUntil(RunningViewer.timeout) { tilesThere() >= 20 || !process.isRunning }
    let family = ProcessFamily(process.pid).members
    process.signal(signal)
    let exit = process.wait(limit: RunningViewer.timeout)
    #expect(exit == (signal == SIGKILL ? .signal(SIGKILL) : .status(1)))
    if signal != SIGKILL { #expect(process.standardError.contains("the same command resumes it")) }
    // No process is left, and no folder that looks like a finished result.
    waitUntil(RunningViewer.timeout) { !family.contains { ProcessFamily.isAlive($0) } }
    #expect(!family.contains { ProcessFamily.isAlive($0) })
    #expect(TemporaryFolder.names(in: folder.path) == [".out.fresnel-cut", "slow.png"])
    let before = try CutRun.files(below: staging + "/tiles").count
    #expect(before >= 20)
    // A resumed run does not write its first tile again; a new one would.
    var old = stat()
    let first = try #require(oldestTile())
    #expect(stat(first, &old) == 0)

    try CutRun.run(file, options, output: folder["out"])
    var new = stat()
    let after = folder["out_files"] + String(first.dropFirst((staging + "/tiles").count))
    #expect(stat(after, &new) == 0)
    #expect(new.st_ino == old.st_ino && new.st_mtim.tv_nsec == old.st_mtim.tv_nsec)
    try CutRun.run(file, ["--format", "png"], output: folder["again"])
    let (resumed, whole) = (
      try CutRun.files(below: folder["out_files"]), try CutRun.files(below: folder["again_files"])
    )
    #expect(resumed.keys.sorted() == whole.keys.sorted())
    #expect(resumed == whole)
    #expect(
      TemporaryFolder.names(in: folder.path) == [
        "again.dzi", "again_files", "out.dzi", "out_files", "slow.png",
      ])
  }

  /// The path of the tile that was written first.
  private func oldestTile() -> String? {
    let tiles = staging + "/tiles"
    let level = TemporaryFolder.names(in: tiles).max { (Int($0) ?? 0) < (Int($1) ?? 0) }
    return level.map { "\(tiles)/\($0)/0_0.png" }
  }

  @Test func aCutWithOtherOptionsStartsOver() throws {
    let file = try slowPicture()
    let process = try CutRun.start(file, ["--format", "png", "--jobs", "1"], output: folder["out"])
    waitUntil(RunningViewer.timeout) { tilesThere() >= 20 || !process.isRunning }
    // While it runs, no second run may cut into the same place.
    #expect(
      try sentence(file, ["--format", "png"], output: folder["out"], status: 1)
        .contains("another fresnel"))
    process.signal(SIGTERM)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    try CutRun.run(file, ["--format", "jpg"], output: folder["out"])
    try CutRun.run(file, ["--format", "jpg"], output: folder["again"])
    #expect(
      try CutRun.files(below: folder["out_files"])
        == CutRun.files(below: folder["again_files"]))
  }

  /// The cutting process runs with a seccomp filter and no_new_privs, and without capabilities.
  @Test func theCutterIsSandboxed() throws {
    let file = try slowPicture()
    let process = try CutRun.start(file, ["--format", "png", "--jobs", "1"], output: folder["out"])
    var cutter: pid_t?
    waitUntil(RunningViewer.timeout) {
      cutter = ProcessFamily(process.pid).children.first {
        ProcessFamily.name(of: $0).hasPrefix("fresnel-cut")
          && ProcessFamily.text("/proc/\($0)/status").contains("Seccomp:\t2")
      }
      return cutter != nil || !process.isRunning
    }
    let status = ProcessFamily.text("/proc/\(try #require(cutter))/status")
    #expect(status.contains("NoNewPrivs:\t1") && status.contains("CapEff:\t0000000000000000"))
    process.signal(SIGTERM)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
  }

  /// If the cutting process is missing, ends early, or sends an invalid message, one sentence is
  /// printed and nothing else.
  @Test func aFailingCutterGivesOneSentence() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(40, 30))
    try folder.folder("programs")
    func install(_ path: String, as name: String) throws {
      let copied = try folder.file("programs/" + name, TemporaryFolder.contents(of: path))
      chmod(copied, 0o755)
    }
    for name in ["fresnel", "fresnel-command", "fresnel-decode-png"] {
      try install(PipedProcess.built(name), as: name)
    }
    func said() throws -> String {
      let process = try TestProcess(
        folder["programs/fresnel"], ["cut", file, "-o", folder["out"]],
        environment: RunningViewer.nobody)
      #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
      #expect(TemporaryFolder.names(in: folder.path) == ["a.png", "programs"])
      return process.standardError
    }
    #expect(try said().contains("fresnel-cut, which makes the tiles, is not installed"))
    try install("/bin/true", as: "fresnel-cut")
    #expect(try said().contains("fresnel-cut ended while it started"))
    // This stand-in echoes its input.
    try folder.file("programs/fresnel-cut", Array("#!/bin/sh\nexec cat <&3 >&3\n".utf8))
    #expect(try said().contains("fresnel-cut violated its protocol"))
  }
}

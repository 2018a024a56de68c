import Geometry
import Glibc
import TestSupport
import Testing

/// `fresnel` runs another program for options and commands, which the user doesn't notice.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct CommandProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)

  init() throws { folder = try TemporaryFolder() }

  /// Copies built programs into a folder.
  private func install(_ names: [String], into place: String) throws {
    for name in names {
      let copied = try folder.file(
        "\(place)/\(name)", TemporaryFolder.contents(of: PipedProcess.built(name)))
      chmod(copied, 0o755)
    }
  }

  private func executable(of viewer: RunningViewer) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard readlink("/proc/\(viewer.process.pid)/exe", &path, path.count - 1) > 0 else { return "" }
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test func bothProgramsAreCalledFresnel() throws {
    let file = try folder.picture("map.png", picture)
    for (arguments, program) in [
      ([file], "/fresnel"), (["--zoom", "1", file], "/fresnel-command"),
    ] {
      let viewer = try RunningViewer(arguments)
      viewer.expect(picture)
      #expect(executable(of: viewer).hasSuffix(program))
      #expect(ProcessFamily.name(of: viewer.process.pid) == "fresnel")
      #expect(viewer.quit() == .status(0))
    }
  }

  /// The layout is that of `Scripts/install`.
  @Test func theProgramsFindEachOtherWhenInstalled() throws {
    for place in ["prefix", "prefix/bin", "prefix/libexec", "prefix/libexec/fresnel"] {
      try folder.folder(place)
    }
    try install(["fresnel"], into: "prefix/bin")
    try install(["fresnel-command", "fresnel-decode-png"], into: "prefix/libexec/fresnel")
    let file = try folder.picture("map.png", picture)
    for options in [[], ["--geometry", "+5+7"]] {
      let viewer = try RunningViewer(options + [file], program: folder["prefix/bin/fresnel"])
      viewer.expect(picture)
      #expect(viewer.quit() == .status(0))
      #expect(viewer.process.standardError == "")
    }
  }

  @Test func withoutTheSecondProgramPicturesOpenAndOptionsGiveASentence() throws {
    try folder.folder("alone")
    try install(["fresnel", "fresnel-decode-png"], into: "alone")
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer([file], program: folder["alone/fresnel"])
    viewer.expect(picture)
    #expect(viewer.quit() == .status(0))
    for words in [
      ["--version"], ["--zoom", "1", file], ["render", file, "-o", folder["out.png"]],
    ] {
      let process = try TestProcess(folder["alone/fresnel"], words)
      #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
      #expect(
        process.standardError
          == "fresnel: fresnel-command, which reads the options, is not installed\n")
    }
    chmod(try folder.file("alone/fresnel-command", [1, 2, 3]), 0o644)
    let process = try TestProcess(folder["alone/fresnel"], ["--version"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(
      process.standardError
        == "fresnel: fresnel-command could not be started: Permission denied\n")
  }
}

import Decoding
import Glibc
import Platform
import TestSupport
import Testing

/// Compiler and linker hardening, which limits what a fault in a library can do.
@Suite struct HardeningTests {
  /// All installed programs.
  private static let programs =
    [
      "fresnel", "fresnel-command", "fresnel-decode-profile", "fresnel-fetch", "fresnel-cut",
      "fresnel-turn",
    ] + Set(PictureFormat.all.map(\.decoderName)).sorted()
  /// Where `Scripts/build` makes them.
  private static let release = PackageFile.root + "/.build/release/"

  @Test func everyProgramHasANonExecutableStackAndReadOnlyRelocations() throws {
    for name in Self.programs {
      let file = try TemporaryFolder.contents(of: PipedProcess.built(name))
      let program = try #require(ELFProgram(file), "\(name)")
      #expect(program.isPositionIndependent && program.hasPlainStack, "\(name)")
      // Debian 13's linker makes none of Swift's sections read-only; it links only debug builds.
      if DebianSuite.current == .bookworm {
        #expect(program.hasReadOnlyRelocations, "\(name)")
      }
    }
  }

  /// The programs that would be installed, if they have been built here.
  @Test(
    .enabled(
      if: access(release + "built-by-scripts", F_OK) == 0, "Scripts/build has built nothing here"))
  func builtProgramsBindAtStart() throws {
    for name in Self.programs where access(Self.release + name, F_OK) == 0 {
      let file = try TemporaryFolder.contents(of: Self.release + name)
      let program = try #require(ELFProgram(file), "\(name)")
      #expect(program.bindsAtStart && program.hasReadOnlyRelocations, "\(name)")
      #expect(program.isPositionIndependent && program.hasPlainStack, "\(name)")
    }
  }

  /// `snprintf` in C code is the variant that checks the buffer's length.
  @Test(
    .enabled(
      if: getenv("FRESNEL_OPTIMIZES_DEBUG") != nil, "only what is optimised checks its copies"))
  func copiesInCAreChecked() throws {
    for name in ["fresnel-decode-png", "fresnel-decode-jpeg"] {
      // Newer headers of the C library call `vsnprintf` instead.
      let search = try TestProcess("grep", ["-qaE", "__v?snprintf_chk", PipedProcess.built(name)])
      #expect(search.wait(limit: 60) == .status(0), "\(name)")
    }
  }

  /// A package of one line, built as the scripts build installed programs.
  @Test(.enabled(if: TestProcess.canFind("swift"), "there is no compiler"))
  func installedProgramsBindAtStart() throws {
    let folder = try TemporaryFolder()
    _ = try folder.folder("Sources")
    _ = try folder.folder("Sources/Small")
    _ = try folder.file(
      "Package.swift",
      Array(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Small", targets: [.executableTarget(name: "Small")])

        """.utf8))
    _ = try folder.file("Sources/Small/main.swift", Array("print(1)\n".utf8))
    let build = try TestProcess(
      "bash",
      [
        "-ec", "source \"$1\"; set_release_flags \"$2\"; swift build \"${flags[@]}\"", "build",
        PackageFile.root + "/Scripts/lib.sh", folder.path,
      ], environment: ["XDG_CACHE_HOME": folder["cache"]])
    try #require(
      build.wait(limit: 600) == .status(0),
      "\(String(decoding: build.standardOutput, as: UTF8.self)) \(build.standardError)")
    let file = try TemporaryFolder.contents(of: folder[".build/release/Small"])
    let program = try #require(ELFProgram(file))
    #expect(program.bindsAtStart && program.hasReadOnlyRelocations)
    #expect(program.isPositionIndependent && program.hasPlainStack)
  }
}

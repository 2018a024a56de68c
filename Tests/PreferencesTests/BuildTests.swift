import Glibc
import TestSupport
import Testing

/// `Scripts/build` and `Scripts/install` in a copy of the package, with a fake compiler.
@Suite struct BuildTests {
  private let folder: TemporaryFolder

  /// Builds each product except those named in `$BROKEN`; a build of everything stops at the first
  /// of them.
  private static let compiler = """
    #!/bin/bash
    [[ $1 == --version ]] && { echo "Swift version 6.3"; exit; }
    while (($#)); do
      [[ $1 == --product ]] && product=$2
      shift
    done
    echo "${product:-$FRESNEL_BUILDS_PROGRAMS}" >>asked
    mkdir -p .build/release
    source Scripts/lib.sh
    programs="fresnel fresnel-samples fresnel-decode-png fresnel-decode-jpeg"
    [[ $FRESNEL_BUILDS_PROGRAMS == first ]] || programs+=" ${helpers[*]}"
    for program in ${product:-$programs}; do
      if [[ " $BROKEN " == *" $program "* ]]; then
        echo "[1/2] Compiling something"
        echo "/somewhere/Sources/CRaw/CRaw.cpp:50:15: error: no member named 'x'"
        echo "1 error generated."
        exit 1
      fi
      cp /bin/true .build/release/$program
    done

    """

  init() throws {
    folder = try TemporaryFolder()
    for name in ["package", "package/Sources", "package/Shaders", "programs"] {
      try #require(mkdir(folder[name], 0o755) == 0)
    }
    for part in ["Scripts", "Desktop", "Documentation", "Package.swift"] {
      let copy = try TestProcess("cp", ["-r", PackageFile.root + "/" + part, folder["package"]])
      try #require(copy.wait(limit: 60) == .status(0))
    }
    try #require(chmod(try folder.file("programs/swift", Array(Self.compiler.utf8)), 0o755) == 0)
  }

  /// Runs a script, and returns the last line that it prints on standard error.
  private func script(
    _ words: String..., broken: String = "", status: Int32 = 0
  ) throws -> String? {
    try script(words, broken: broken, status: status)
  }

  private func script(
    _ words: [String], broken: String = "", status: Int32 = 0
  ) throws -> String? {
    let process = try TestProcess(
      folder["package/Scripts/" + words[0]], Array(words.dropFirst()),
      environment: [
        "PATH": folder["programs"] + ":/usr/bin:/bin", "BROKEN": broken, "DESTDIR": nil,
        "XDG_CACHE_HOME": folder["cache"], "DISPLAY": ":0",
      ])
    let exit = process.wait(limit: 60)
    #expect(exit == .status(status), "\(process.standardError)")
    return process.standardError.split(separator: "\n").last.map(String.init)
  }

  /// The products that the compiler had to build.
  private func asked() throws -> [String] {
    defer { unlink(folder["package/asked"]) }
    let process = try TestProcess("cat", [folder["package/asked"]])
    _ = process.wait(limit: 60)
    return String(decoding: process.standardOutput, as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  private func exists(_ name: String) -> Bool { access(folder[name], F_OK) == 0 }

  @Test func everythingIsBuiltTogether() throws {
    _ = try script("build")
    #expect(try asked() == ["all"])
    _ = try script("build")
    #expect(try asked() == [])
  }

  /// Another program handles options, and other decoders handle other formats.
  @Test(arguments: [
    ([], ["first", "all"]), (["a.png", "/b.JPG"], ["first", "all"]),
    (["a.png", "b.fits"], ["all"]),
    (["--fullscreen", "a.png"], ["all"]),
  ])
  func theFirstPictureWaitsOnlyForItsDecoders(_ files: [String], _ builds: [String]) throws {
    let nothing = Array("#!/bin/true".utf8)
    _ = try folder.file("package/Scripts/install-dependencies", nothing)
    _ = try script(["run"] + files)
    #expect(try asked() == builds)
    #expect(exists("package/.build/release/fresnel-decode-raw"))
  }

  /// The build of everything says what is missing.
  @Test func everythingIsBuiltIfTheFirstProgramsFail() throws {
    _ = try folder.file("package/Scripts/install-dependencies", Array("#!/bin/true".utf8))
    let line = try script(["run"], broken: "fresnel-decode-png", status: 1)
    #expect(line == "build: fresnel-decode-png can't be built: CRaw.cpp:50:15: no member named 'x'")
    #expect(try asked().prefix(2) == ["first", "all"])
  }

  @Test func aDecoderThatCannotBeBuiltIsSkippedAndNamed() throws {
    let release = "package/.build/release/"
    _ = try script("build")
    let source = try folder.file("package/Sources/new")
    let touch = try TestProcess("touch", ["-d", "+1 second", source])
    #expect(touch.wait(limit: 60) == .status(0))
    let line = try script("build", broken: "fresnel-decode-raw fresnel-fetch")
    #expect(
      line == "Built without fresnel-decode-raw (CRaw.cpp:50:15: no member named 'x'), "
        + "fresnel-fetch (CRaw.cpp:50:15: no member named 'x')")
    #expect(!exists(release + "fresnel-decode-raw") && !exists(release + "fresnel-fetch"))
    #expect(exists(release + "fresnel-decode-slide") && exists(release + "fresnel-command"))

    // The script installs in the same way, over a complete installation.
    let prefix = folder["prefix"]
    try #require(mkdir(prefix, 0o755) == 0 && mkdir(prefix + "/libexec", 0o755) == 0)
    try #require(mkdir(prefix + "/libexec/fresnel", 0o755) == 0)
    try folder.file("prefix/libexec/fresnel/fresnel-decode-raw")
    let back = try TestProcess("touch", ["-d", "-1 hour", source])
    #expect(back.wait(limit: 60) == .status(0))
    _ = try script("install", prefix, broken: "fresnel-decode-raw fresnel-fetch")
    #expect(!exists("prefix/libexec/fresnel/fresnel-decode-raw"))
    #expect(exists("prefix/libexec/fresnel/fresnel-decode-raw.missing"))
    #expect(exists("prefix/libexec/fresnel/fresnel-decode-slide"))
    _ = try script("uninstall", prefix)
    #expect(!exists("prefix/libexec/fresnel"))
  }

  @Test(arguments: ["fresnel", "fresnel-command", "fresnel-decode-png", "fresnel-decode-jpeg"])
  func nothingIsBuiltWithoutARequiredProgram(_ program: String) throws {
    let line = try script("build", broken: program, status: 1)
    #expect(line == "build: \(program) can't be built: CRaw.cpp:50:15: no member named 'x'")
    #expect(!exists("package/.build/release/built-by-scripts"))
  }

  @Test func aSkippedDecoderIsBuiltLater() throws {
    _ = try script("build", broken: "fresnel-decode-raw")
    let source = try folder.file("package/Sources/new")
    let touch = try TestProcess("touch", ["-d", "+1 second", source])
    #expect(touch.wait(limit: 60) == .status(0))
    _ = try script("build")
    #expect(exists("package/.build/release/fresnel-decode-raw"))
    #expect(!exists("package/.build/release/fresnel-decode-raw.missing"))
  }
}

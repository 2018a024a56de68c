import Decoding
import Glibc
import TestSupport
import Testing

/// The install scripts in a copy of the package in which everything seems to be built.
@Suite struct InstallTests {
  private let folder: TemporaryFolder
  /// The programs installed with the decoders.
  private let decoders =
    PictureFormat.all.map(\.decoderName)
    + ["fresnel-decode-profile", "fresnel-fetch", "fresnel-cut", "fresnel-turn", "fresnel-command"]

  init() throws {
    folder = try TemporaryFolder()
    let package = folder["package"]
    let release = package + "/.build/release"
    try Self.run("mkdir", "-p", release, package + "/Sources", package + "/Shaders")
    let root = PackageFile.root
    for part in ["Scripts", "Desktop", "Documentation", "Package.swift"] {
      try Self.run("cp", "-r", "\(root)/\(part)", package)
    }
    for program in ["fresnel", "fresnel-samples"] + decoders {
      // Any real executable will do: it gets stripped, and a script could not be.
      try Self.run("cp", "/bin/true", "\(release)/\(program)")
    }
    // Newer than all sources, so that nothing is built.
    try Self.run("touch", "-d", "+1 hour", release + "/built-by-scripts")
  }

  private static func run(_ words: String...) throws {
    let process = try TestProcess(words[0], Array(words.dropFirst()))
    let exit = process.wait(limit: 60)
    try #require(exit == .status(0), "\(words): \(process.standardError)")
  }

  private func script(
    _ name: String, _ arguments: String..., destination: String? = nil, status: Int32 = 0
  ) throws {
    let process = try TestProcess(
      folder["package/Scripts/" + name], arguments, environment: ["DESTDIR": destination])
    let exit = process.wait(limit: 60)
    try #require(exit == .status(status), "\(name): \(process.standardError)")
  }

  private var files: [String] {
    ["bin/fresnel"] + decoders.map { "libexec/fresnel/" + $0 } + [
      "share/man/man1/fresnel.1", "share/applications/fresnel.desktop",
      "share/icons/hicolor/scalable/apps/fresnel.svg",
      "share/bash-completion/completions/fresnel", "share/zsh/site-functions/_fresnel",
      "share/fish/vendor_completions.d/fresnel.fish",
    ]
  }

  /// The files of the example game.
  private let examples = [
    "bin/fresnel-minesweeper", "share/applications/fresnel-minesweeper.desktop",
    "share/icons/hicolor/128x128/apps/fresnel-minesweeper.png",
  ]

  private func mode(_ path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test func filesAreInstalledAndUninstalled() throws {
    let prefix = folder["my programs"]
    try script("install", prefix + "/")
    for file in files {
      let isProgram = file.hasPrefix("bin") || file.hasPrefix("libexec")
      #expect(mode("\(prefix)/\(file)") == (isProgram ? 0o755 : 0o644), "\(file)")
    }
    try Self.run("\(prefix)/bin/fresnel")
    try folder.file("my programs/libexec/other")

    try script("uninstall", prefix)
    for file in files { #expect(mode("\(prefix)/\(file)") == nil, "\(file)") }
    #expect(mode(prefix + "/libexec/fresnel") == nil)
    #expect(mode(prefix + "/libexec/other") != nil)
  }

  @Test func theGameIsInstalledAndUninstalled() throws {
    let release = folder["package"] + "/Examples/.build/release"
    for name in ["Examples/Sources", "Examples/.build/release"] {
      try Self.run("mkdir", "-p", folder["package"] + "/" + name)
    }
    try Self.run("touch", folder["package"] + "/Examples/Package.swift")
    // A program that writes its icon to the given path.
    let code = """
      #include <stdio.h>
      int main(int count, char **words) { return count < 3 || fopen(words[2], "w") == NULL; }

      """
    let source = try folder.file("game.c", Array(code.utf8))
    try Self.run("clang", "-o", release + "/Minesweeper", source)
    try Self.run("touch", "-d", "+1 hour", release + "/built-by-scripts")
    let prefix = folder["prefix"]
    try script("install", prefix)
    for file in examples { #expect(mode("\(prefix)/\(file)") == nil, "\(file)") }
    try script("install", "--examples", prefix)
    for file in files + examples {
      let isProgram = file.hasPrefix("bin") || file.hasPrefix("libexec")
      #expect(mode("\(prefix)/\(file)") == (isProgram ? 0o755 : 0o644), "\(file)")
    }
    try script("uninstall", prefix)
    for file in files + examples { #expect(mode("\(prefix)/\(file)") == nil, "\(file)") }
  }

  @Test func installingAgainReplacesFiles() throws {
    let prefix = folder["prefix"]
    try script("install", prefix)
    try Self.run("cp", "/bin/false", prefix + "/bin/fresnel")
    try script("install", prefix)
    try Self.run(prefix + "/bin/fresnel")
  }

  @Test func destinationsArePrefixed() throws {
    try script("install", "/usr", destination: folder["root"])
    for file in files { #expect(mode(folder["root/usr/\(file)"]) != nil, "\(file)") }
    // A cache of all the system's applications doesn't belong in a package.
    #expect(mode(folder["root/usr/share/applications/mimeinfo.cache"]) == nil)
    try script("uninstall", "/usr", destination: folder["root"])
    for file in files { #expect(mode(folder["root/usr/\(file)"]) == nil, "\(file)") }
  }

  @Test func invalidPrefixesAreRefused() throws {
    for name in ["install", "uninstall"] {
      try script(name, "--help", destination: folder["root"], status: 1)
      try script(name, "", destination: folder["root"], status: 1)
      try script(name, "a", "b", destination: folder["root"], status: 1)
    }
    #expect(mode(folder["root"]) == nil)
  }
}

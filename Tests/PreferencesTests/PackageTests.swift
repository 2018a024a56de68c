import Decoding
import TestSupport
import Testing

/// The manifest, and what the targets' files say.
///
/// An import that no dependency declares builds only where its module happens to be built first, so
/// it can fail on another machine and nowhere else.
@Suite struct PackageTests {
  private struct Target {
    let name: String
    let folder: String
    let dependencies: Set<String>

    /// One declaration of the manifest: `.target(name: …, dependencies: […], path: …)`.
    init?(_ declaration: Substring) {
      guard let kind = declaration.prefixMatch(of: /(executableT|testT|t)arget\(/)?.1,
        let name = declaration.firstMatch(of: /name: "(\w+)"/)?.1
      else { return nil }
      self.name = String(name)
      let parent = kind == "testT" ? "Tests" : "Sources"
      folder =
        declaration.firstMatch(of: /path: "([\w\/]+)"/).map { String($0.1) }
        ?? "\(parent)/\(name)"
      let listed = declaration.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
      dependencies = Set(listed.matches(of: /"(\w+)"/).map { String($0.1) })
    }

    func imports() throws -> Set<String> {
      let pattern = #"^(@testable +)?(package +|public +|private +)?import "#
      let search = try TestProcess(
        "grep", ["-rhE", "--include=*.swift", pattern, PackageFile.root + "/" + folder])
      try #require(search.wait(limit: 60) != .status(2), "\(search.standardError)")
      return Set(
        String(decoding: search.standardOutput, as: UTF8.self).split(separator: "\n").compactMap {
          $0.split(separator: " ").last
        }
        .map(String.init))
    }
  }

  @Test func everyImportIsDeclared() throws {
    let manifest = try PackageFile.text("Package.swift")
    let starts = manifest.matches(of: /\n    \./).map(\.range.upperBound) + [manifest.endIndex]
    let declarations = zip(starts, starts.dropFirst()).map { manifest[$0..<$1] }
    let libraries = declarations.compactMap {
      $0.prefixMatch(of: /systemLibrary\(\s*name: "(\w+)"/).map { String($0.1) }
    }
    let targets = declarations.compactMap(Target.init)
    try #require(targets.count > 50)
    let ours = Set(targets.map(\.name) + libraries)
    for target in targets {
      let undeclared = try target.imports().intersection(ours)
        .subtracting(target.dependencies + [target.name])
      #expect(undeclared == [], "\(target.name) imports what it does not depend on")
    }
  }

  /// The parser's library makes up two fifths of a program that has it, and every start of the
  /// viewer longer.
  @Test func onlyTheProgramForOptionsHasTheirParser() throws {
    func hasParser(_ program: String) throws -> Bool {
      let search = try TestProcess("grep", ["-qa", "ArgumentParser", PipedProcess.built(program)])
      return search.wait(limit: 60) == .status(0)
    }
    #expect(try hasParser("fresnel-command") && !hasParser("fresnel"))
  }

  /// One search of a text by the standard library brings them into a program.
  ///
  /// These are 1.2 MiB, relocated at each start. `containsBytes(of:)` and others do without.
  @Test func noProgramHasRegularExpressions() throws {
    let others = ["fresnel", "fresnel-decode-profile", "fresnel-fetch", "fresnel-cut"]
    for program in others + Set(PictureFormat.all.map(\.decoderName)).sorted() {
      let search = try TestProcess(
        "grep", ["-qa", "17_StringProcessing", PipedProcess.built(program)])
      #expect(search.wait(limit: 60) == .status(1), "\(program)")
    }
    // These tests have some, and so it is found.
    let tests = try TestProcess(
      "grep", ["-qa", "17_StringProcessing", PipedProcess.built("FresnelPackageTests.xctest")])
    #expect(tests.wait(limit: 60) == .status(0))
  }

  /// What brings the drawings' library in makes every start of the viewer longer.
  @Test func theViewerIsNotLinkedWithTheDrawingsLibraries() throws {
    let traced = try TestProcess(
      PipedProcess.built("fresnel"), environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
    #expect(traced.wait(limit: 60) == .status(0))
    let libraries = String(decoding: traced.standardOutput, as: UTF8.self)
    #expect(libraries.contains("libX11"), "what it is linked with: \(libraries)")
    for name in ["libcairo", "libpango", "librsvg", "libpoppler"] {
      #expect(!libraries.contains(name), "\(name)")
    }
  }
}

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
    let isLibrary: Bool

    /// One declaration of the manifest: `stage("Name", "Dependency", …, path: "…")`.
    ///
    /// `common` are the lists that some kinds of declarations add by themselves, by their names.
    init?(_ declaration: Substring, _ common: [String: [String]]) {
      guard let kind = declaration.prefixMatch(of: /(library|stage|program|decoder|tests)\(/)?.1,
        let list = declaration.prefixMatch(of: /\w+\(\s*((?:"\w[\w.-]*"[,\s]*)+)/)?.1
      else { return nil }
      let words = list.matches(of: /"([^"]+)"/).map { String($0.1) }
      let path = declaration.firstMatch(of: /path: "([\w\/]+)"/).map { String($0.1) }
      isLibrary = kind == "library"
      name = kind == "decoder" ? "Decode\(words[0])" : words[0]
      folder =
        switch kind {
        case "decoder": "Sources/Decoders/\(words[0])"
        case "tests": "Tests/\(words[0])"
        default: path ?? "Sources/\(words[0])"
        }
      var all = words.dropFirst() + (common["\(kind)"] ?? [])
      if declaration.contains("others: decoders") { all += common["others"] ?? [] }
      dependencies = isLibrary ? [] : Set(all)
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
    func words(_ pattern: Regex<(Substring, Substring)>) -> [String] {
      (manifest.firstMatch(of: pattern)?.1 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
    }
    let common = [
      "decoder": words(/let kit = \[([^\]]*)\]/), "tests": words(/let support = \[([^\]]*)\]/),
      "others": words(/let decoders = \[([^\]]*)\]/).map { "Decode\($0)" },
    ]
    try #require(common.values.allSatisfy { $0.count >= 4 })
    let starts = manifest.matches(of: /\n  (?=\w+\()/).map(\.range.upperBound) + [manifest.endIndex]
    let declarations = zip(starts, starts.dropFirst()).map { manifest[$0..<$1] }
    let all = declarations.compactMap { Target($0, common) }
    let targets = all.filter { !$0.isLibrary }
    try #require(targets.count > 50)
    let ours = Set(all.map(\.name))
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

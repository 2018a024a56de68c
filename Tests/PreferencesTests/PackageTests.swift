import Decoding
import Foundation
import TestSupport
import Testing

/// The manifest, compared with the imports in the targets' files.
///
/// An import without a declared dependency builds only if its module happens to be built first, so
/// it may fail only on other machines.
@Suite struct PackageTests {
  /// The part of SwiftPM's manifest dump that concerns imports.
  private struct Manifest: Decodable {
    struct Target: Decodable {
      /// A dependency by name, or a product of another package.
      struct Dependency: Decodable { let byName: [String?]? }
      let name: String
      let path: String?
      let type: String
      let dependencies: [Dependency]

      func imports() throws -> Set<String> {
        let pattern = #"^(@testable +)?(package +|public +|private +)?import "#
        let folder = PackageFile.root + "/" + (path ?? "Tests/\(name)")
        let search = try TestProcess("grep", ["-rhE", "--include=*.swift", pattern, folder])
        try #require(search.wait(limit: 60) != .status(2), "\(search.standardError)")
        return Set(
          String(decoding: search.standardOutput, as: UTF8.self).split(separator: "\n").compactMap {
            $0.split(separator: " ").last
          }
          .map(String.init))
      }
    }
    let targets: [Target]
  }

  @Test func everyImportIsDeclared() throws {
    // A scratch folder of its own: the running tests may hold the lock of the package's.
    let folder = try TemporaryFolder()
    let dump = try TestProcess(
      "swift",
      [
        "package", "--package-path", PackageFile.root, "--scratch-path", folder.path,
        "dump-package",
      ])
    try #require(dump.wait(limit: 300) == .status(0), "\(dump.standardError)")
    let all = try JSONDecoder().decode(Manifest.self, from: Data(dump.standardOutput)).targets
    let targets = all.filter { $0.type != "system" }
    try #require(targets.count > 50)
    let ours = Set(all.map(\.name))
    for target in targets {
      let declared = target.dependencies.compactMap { $0.byName?.first.flatMap { $0 } }
      let undeclared = try target.imports().intersection(ours).subtracting(declared + [target.name])
      #expect(undeclared == [], "\(target.name) imports what it does not depend on")
    }
  }

  /// The argument parser makes up 40 % of a program that links it, and would slow down every start
  /// of the viewer.
  @Test func onlyTheOptionsProgramLinksTheParser() throws {
    func hasParser(_ program: String) throws -> Bool {
      let search = try TestProcess("grep", ["-qa", "ArgumentParser", PipedProcess.built(program)])
      return search.wait(limit: 60) == .status(0)
    }
    #expect(try hasParser("fresnel-command") && !hasParser("fresnel"))
  }

  /// A single text search with the standard library links regular expressions into a program.
  ///
  /// They are 1.2 MiB, relocated at each start. `containsBytes(of:)` and similar functions avoid
  /// them.
  @Test func noProgramLinksRegularExpressions() throws {
    let others = [
      "fresnel", "fresnel-decode-profile", "fresnel-fetch", "fresnel-cut", "fresnel-turn",
    ]
    for program in others + Set(PictureFormat.all.map(\.decoderName)).sorted() {
      let search = try TestProcess(
        "grep", ["-qa", "17_StringProcessing", PipedProcess.built(program)])
      #expect(search.wait(limit: 60) == .status(1), "\(program)")
    }
    // The tests use regular expressions, which proves that the search works.
    let tests = try TestProcess(
      "grep", ["-qa", "17_StringProcessing", PipedProcess.built("FresnelPackageTests.xctest")])
    #expect(tests.wait(limit: 60) == .status(0))
  }

  /// Linking the drawing libraries would slow down every start of the viewer.
  @Test func theViewerDoesNotLinkTheDrawingLibraries() throws {
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

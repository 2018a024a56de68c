import TestSupport
import Testing

/// The suites and tests that scripts name exist: a filter without a match runs nothing, and fails
/// nowhere.
@Suite struct ScriptFilterTests {
  /// The suites, or parts of them, that a script runs.
  private struct Filter: CustomStringConvertible {
    let description: String
    /// The target, which is a folder of `Tests`; empty for any.
    let target: String
    /// The first letters of the suite.
    let suite: String
    /// The first letters of the test; empty for all.
    let test: String

    init?(_ word: Substring) {
      guard word.contains("Tests") || word.hasPrefix("EndToEnd"), !word.contains("xctest") else {
        return nil
      }
      description = String(word)
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      target = parts.count > 1 ? String(parts[0]) : ""
      let names = (parts.last ?? "").split(separator: "/", omittingEmptySubsequences: false)
      suite = String(names[0])
      test = names.count > 1 ? String(names[1]) : ""
    }
  }

  @Test(arguments: ["fuzz", "sanitize-decoders", "sanitize-viewer", "soak"])
  func everyFilterNamesTestsThatExist(script: String) throws {
    let code = try PackageFile.lines("Scripts/" + script).filter { !$0.hasPrefix("#") }
    let filters = code.joined(separator: "\n").filter { $0 != "\\" }
      .split { !$0.isLetter && !"./".contains($0) }.compactMap(Filter.init)
    #expect(filters.count > 3, "\(filters)")
    for filter in filters {
      let start = filter.target.isEmpty ? "[A-Za-z]*" : ""
      let files = try search(
        ["-rlE", "(struct|class) \(start)\(filter.suite)"],
        [PackageFile.root + "/Tests/" + filter.target])
      #expect(!files.isEmpty, "\(filter)")
      guard !filter.test.isEmpty, !files.isEmpty else { continue }
      #expect(try !search(["-lE", "func \(filter.test)"], files).isEmpty, "\(filter)")
    }
  }

  /// The files with a match.
  private func search(_ options: [String], _ places: [String]) throws -> [String] {
    let search = try TestProcess("grep", options + places)
    #expect(search.wait(limit: 60) != nil)
    let text = String(decoding: search.standardOutput, as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }
}

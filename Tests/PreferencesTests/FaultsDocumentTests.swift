import TestSupport
import Testing

/// Each fault in `Documentation/Faults.md` names existing tests.
@Suite struct FaultsDocumentTests {
  /// The cells of each row: number, fault, what a user sees, tests.
  private func rows() throws -> [[String]] {
    try PackageFile.lines("Documentation/Faults.md").filter { $0.hasPrefix("| ") }.compactMap {
      let cells = $0.split(separator: "|").map { cell in
        cell.split(separator: " ").joined(separator: " ")
      }
      return Int(cells[0]) == nil ? nil : cells
    }
  }

  @Test func everyFaultHasItsRow() throws {
    let rows = try rows()
    #expect(rows.compactMap { Int($0[0]) }.sorted() == Array(1...45))
    for row in rows { #expect(row.count == 4, "row \(row[0])") }
  }

  @Test func everyNamedTestExists() throws {
    var functions: [String: Set<String>] = [:]
    for row in try rows() {
      let places = row[3].split(separator: " ").filter { $0.hasPrefix("Tests/") }
      // A row without a test gives a reason.
      #expect(!places.isEmpty || row[3].hasPrefix("none:"), "row \(row[0])")
      for place in places {
        let parts = place.split(separator: ":").map(String.init)
        guard parts.count == 2 else {
          Issue.record("row \(row[0]): \(place)")
          continue
        }
        let known = try functions[parts[0]] ?? Self.tests(in: parts[0])
        functions[parts[0]] = known
        #expect(known.contains(parts[1]), "row \(row[0]): \(place)")
      }
    }
  }

  /// The names of the functions in a file that follow `@Test`.
  private static func tests(in path: String) throws -> Set<String> {
    let text = try PackageFile.text(path)
    var names: Set<String> = []
    for part in text.split(separator: "@Test").dropFirst() {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard let index = words.firstIndex(of: "func"), index + 1 < words.count else { continue }
      names.insert(String(words[index + 1].prefix { $0 != "(" && $0 != "<" }))
    }
    return names
  }
}

import Foundation
import Testing

@testable import DocumentationCheck

/// Checks the rules on made-up symbols.
@Suite struct DocumentationRulesTests {
  private func complaints(_ symbols: [(name: String, kind: String, text: String, doc: String)])
    throws -> [String]
  {
    let values: [[String: Any]] = symbols.map { symbol in
      var value: [String: Any] = [
        "identifier": ["precise": symbol.name], "kind": ["identifier": "swift.\(symbol.kind)"],
        "pathComponents": symbol.name.split(separator: ".").map(String.init),
        "accessLevel": "public", "declarationFragments": [["spelling": symbol.text]],
      ]
      if !symbol.doc.isEmpty { value["docComment"] = ["lines": [["text": symbol.doc]]] }
      return value
    }
    let relations = symbols.compactMap { symbol -> [String: String]? in
      let parts = symbol.name.split(separator: ".")
      guard parts.count == 2 else { return nil }
      return ["kind": "memberOf", "source": symbol.name, "target": String(parts[0])]
    }
    let graph: [String: Any] = [
      "module": ["name": "M"], "symbols": values, "relationships": relations,
    ]
    let data = try JSONSerialization.data(withJSONObject: graph)
    return DocumentationRules([try JSONDecoder().decode(SymbolGraph.self, from: data)]).complaints()
  }

  @Test func eachMissingPartGivesOneSentence() throws {
    let found = try complaints([
      ("A", "struct", "struct A", ""),
      ("B", "class", "class B", "A thing."),
      ("C.width", "property", "var width: Double", "How wide."),
      ("D.open()", "method", "func open() throws", "Opens it."),
    ])
    #expect(
      found == [
        "M.A has no documentation", "M.B does not say which thread it belongs to",
        "M.C.width does not say in which units it counts",
        "M.D.open() does not say which errors it throws",
      ])
  }

  @Test func aTypesUnitsApplyToItsMembers() throws {
    let found = try complaints([
      ("C", "struct", "struct C", "A size, in pixels."),
      ("C.width", "property", "var width: Double", "How wide."),
      (
        "C.open()", "method", "func open() throws(Errno)", "Opens it; throws where it is not there."
      ),
      ("B", "class", "class B", "A thing of one thread."),
    ])
    #expect(found.isEmpty)
  }

  @Test func anInitializerOfDocumentedMembersNeedsNoUnits() throws {
    let members = [
      ("C", "struct", "struct C", "A size."),
      ("C.width", "property", "var width: Double", "How wide, in pixels."),
      ("C.init(width:)", "init", "init(width: Double)", "A size."),
    ]
    #expect(try complaints(members).isEmpty)
    let other = ("C.init(inches:)", "init", "init(inches: Double)", "A size.")
    #expect(
      try complaints(members + [other]) == [
        "M.C.init(inches:) does not say in which units it counts"
      ])
  }
}

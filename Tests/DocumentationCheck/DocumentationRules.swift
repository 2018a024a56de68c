/// Checks the documentation of public symbols against rules.
struct DocumentationRules {
  private let graphs: [SymbolGraph]
  private var symbols: [String: Symbol] = [:]
  private var owners: [String: String] = [:]

  /// The relationships that make one symbol a member of another, in the compiler's words.
  private static let memberships: Set = ["memberOf", "requirementOf", "optionalRequirementOf"]

  /// Checks modules that may refer to each other's symbols.
  init(_ graphs: [SymbolGraph]) {
    self.graphs = graphs
    for graph in graphs {
      for symbol in graph.symbols { symbols[symbol.identifier.precise] = symbol }
      for relation in graph.relationships where Self.memberships.contains(relation.kind) {
        owners[relation.source] = relation.target
      }
    }
  }

  /// A sentence for each violation, sorted by symbol name.
  func complaints() -> [String] {
    var found: Set<String> = []
    for graph in graphs {
      for symbol in graph.symbols where symbol.isWritten {
        for complaint in complaints(about: symbol) {
          found.insert("\(graph.module.name).\(symbol.name) \(complaint)")
        }
      }
    }
    return found.sorted()
  }

  private func complaints(about symbol: Symbol) -> [String] {
    let text = symbol.documentation
    if text.isEmpty { return ["has no documentation"] }
    let owner = owners[symbol.identifier.precise].flatMap { symbols[$0] }
    let context = text + " " + (owner?.documentation ?? "")
    var complaints: [String] = []
    if symbol.declaration.contains("throws"), !Self.errorWords.isFound(in: text) {
      complaints.append("does not say which errors it throws")
    }
    if symbol.hasMeasure, !takesOnlyMembers(symbol, of: owner), !Self.unitWords.isFound(in: context)
    {
      complaints.append("does not say in which units it counts")
    }
    if symbol.isReference, !Self.threadWords.isFound(in: context) {
      complaints.append("does not say which thread it belongs to")
    }
    return complaints
  }

  /// True if an initialiser takes only its type's own members, whose documentation states the
  /// units.
  private func takesOnlyMembers(_ symbol: Symbol, of owner: Symbol?) -> Bool {
    guard symbol.kind.identifier == "swift.init", let owner else { return false }
    let members = Set(
      owners.filter { $0.value == owner.identifier.precise }
        .compactMap { symbols[$0.key]?.pathComponents.last })
    let labels = symbol.pathComponents.last?.dropFirst("init(".count).dropLast().split(
      separator: ":")
    return labels?.allSatisfy { $0 == "_" || $0 == "at" || members.contains(String($0)) } ?? false
  }

  private static let errorWords = Words(["throw", "thrown", "throws", "error", "errors", "fails"])
  private static let threadWords = Words(["thread", "threads", "sendable"])
  private static let unitWords = Words([
    "pixel", "pixels", "second", "seconds", "byte", "bytes", "unit", "units", "scale", "degrees",
    "turns", "factor", "times", "1", "0", "number", "count", "many", "row", "rows", "column",
    "columns", "tile", "tiles", "cell", "cells", "frame", "frames", "level", "levels", "logarithm",
    "dots", "detents", "percent", "bits", "extent",
  ])
}

/// A set of words to find in a text.
struct Words {
  private let words: Set<String>

  init(_ words: Set<String>) { self.words = words }

  func isFound(in text: String) -> Bool {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { words.contains(String($0)) }
  }
}

extension Symbol {
  /// True if the symbol is in the source: neither inherited nor synthesized by the compiler.
  var isWritten: Bool {
    !identifier.precise.contains("::SYNTHESIZED::")
      && (accessLevel == "public" || accessLevel == "open")
  }

  /// True if the documentation must mention threads.
  var isReference: Bool {
    kind.identifier == "swift.class" || kind.identifier == "swift.protocol"
  }

  /// True if the declaration contains numbers that need a unit.
  var hasMeasure: Bool {
    let measures = ["Double", "Float", "Point", "Rect", "PixelSize", "PixelRect", "Extent"]
    let words = declaration.split { !$0.isLetter && !$0.isNumber }
    return measures.contains { measure in
      (declaration.contains(": \(measure)") || declaration.contains("-> \(measure)"))
        && words.contains(Substring(measure))
    }
  }
}

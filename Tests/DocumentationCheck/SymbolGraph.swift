import Foundation

/// The compiler's symbol graph of a module, reduced to what the rules use.
///
/// The format is SymbolKit's (`swiftlang/swift-docc-symbolkit`).
struct SymbolGraph: Decodable {
  struct Module: Decodable {
    var name: String
  }

  /// A relationship between two symbols, by their identifiers.
  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
  }

  var module: Module
  var symbols: [Symbol]
  var relationships: [Relationship]
}

/// One public symbol.
struct Symbol: Decodable {
  struct Identifier: Decodable {
    var precise: String
  }

  struct Kind: Decodable {
    var identifier: String
  }

  struct Fragment: Decodable {
    var spelling: String
  }

  struct Comment: Decodable {
    struct Line: Decodable {
      var text: String
    }

    var lines: [Line]
  }

  var identifier: Identifier
  var kind: Kind
  var pathComponents: [String]
  var accessLevel: String
  var declarationFragments: [Fragment]?
  var docComment: Comment?

  /// The symbol's declaration in the source, with single spaces.
  var declaration: String { declarationFragments?.map(\.spelling).joined() ?? "" }
  /// The symbol's documentation comment, with the lines joined by spaces.
  var documentation: String { docComment?.lines.map(\.text).joined(separator: " ") ?? "" }
  /// The symbol's name within the module.
  var name: String { pathComponents.joined(separator: ".") }
}

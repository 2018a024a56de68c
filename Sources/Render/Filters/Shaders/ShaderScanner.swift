/// What shader text defines, and the same text with those names changed.
///
/// It knows GLSL ES 3.00's tokens and the outline of its declarations, and nothing of what they
/// mean: the driver is the judge of that. Any text can be scanned; one that is no shader has odd
/// definitions.
package struct ShaderScanner: Sendable {
  /// All pieces of the text, in order.
  package let tokens: [ShaderToken]
  /// What the text defines for all of itself, in order; a function that is announced and defined,
  /// or has several forms, is there as often.
  package let definitions: [ShaderDefinition]
  /// What is wrong with the text's outline, by its line in the text.
  let flaws: [ShaderFlaw]
  private let bytes: [UInt8]
  private let fields: Set<Int>

  /// Scans a text.
  package init(_ text: String) {
    bytes = Array(text.utf8)
    tokens = ShaderTokenizer.tokens(of: bytes)
    var scan = DeclarationScan(bytes: bytes, tokens: tokens)
    scan.run()
    definitions = scan.definitions
    flaws = scan.flaws
    fields = StructureFields.find(bytes: bytes, tokens: tokens)
  }

  /// The text of a token.
  package func text(of token: ShaderToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  /// The text with `prefix` before every name that it defines itself, and before `extraNames`.
  ///
  /// Lines stay where they are. What follows a dot, the fields of structures and keywords are left
  /// alone; local variables of the same names change with the rest. The prefix should end with a
  /// letter or a digit, since GLSL keeps names with two underscores in a row for itself. Names that
  /// only come about by macros with arguments are not seen.
  package func renamed(prefix: String, extraNames: Set<String> = []) -> String {
    let names = extraNames.union(definitions.map(\.name)).subtracting(ShaderNames.keywords)
    let prefix = Array(prefix.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 4)
    var previous: UInt8?
    for (index, token) in tokens.enumerated() {
      if token.kind == .word {
        let isDirectiveName = token.isInDirective && previous == UInt8(ascii: "#")
        if previous != UInt8(ascii: "."), !isDirectiveName, !fields.contains(index),
          names.contains(text(of: token)), !(token.isInDirective && text(of: token) == "defined")
        {
          result += prefix
        }
      }
      result += bytes[token.range]
      if token.isSignificant { previous = token.kind == .mark ? bytes[token.range.lowerBound] : 0 }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Scans a text and changes its names at once.
  package static func renamed(
    _ text: String, prefix: String, extraNames: Set<String> = []
  ) -> String {
    ShaderScanner(text).renamed(prefix: prefix, extraNames: extraNames)
  }

  /// Whether the text defines `vec4 NAME(ARGUMENT …) { … }` with that one argument, at file scope.
  func defines(_ name: String, taking argument: String) -> Bool {
    definitions.contains { definition in
      guard definition.kind == .function(hasBody: true), definition.name == name else {
        return false
      }
      let before = tokens[..<definition.token].last { $0.isSignificant }
      guard let before, text(of: before) == "vec4" else { return false }
      var words: [String] = []
      for token in tokens[(definition.token + 1)...] where token.isSignificant {
        let word = text(of: token)
        if word == ")" { break }
        if word == "," { return false }
        words.append(word)
      }
      return words.first == "("
        && words.dropFirst().first { !ShaderNames.parameterQualifiers.contains($0) } == argument
    }
  }
}

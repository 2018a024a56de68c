/// Finds the definitions in shader source, and renames them.
///
/// It knows the tokens of GLSL ES 3.00 and the structure of its declarations, but not their
/// meaning: the driver validates that. Any text can be scanned; for text that is not a shader the
/// definitions are meaningless.
package struct ShaderScanner: Sendable {
  /// All tokens of the text, in order.
  package let tokens: [ShaderToken]
  /// All definitions in order; a function with a prototype or with overloads appears several times.
  package let definitions: [ShaderDefinition]
  /// The structural errors.
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

  /// Returns the text of a token.
  package func text(of token: ShaderToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  /// Returns the text with `prefix` before every name that it defines, and before `extraNames`.
  ///
  /// Line numbers don't change. Names after a dot, structure fields and keywords are not renamed;
  /// local variables of the same names are. The prefix should end with a letter or a digit, since
  /// GLSL reserves names with two consecutive underscores. Names that are built by macros with
  /// arguments are not found.
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

  /// Scans a text and renames its definitions.
  package static func renamed(
    _ text: String, prefix: String, extraNames: Set<String> = []
  ) -> String {
    ShaderScanner(text).renamed(prefix: prefix, extraNames: extraNames)
  }

  /// True if the text defines `vec4 NAME(ARGUMENT …) { … }` with a single argument at file scope.
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

/// A piece of shader text: every byte of the text belongs to exactly one.
package struct ShaderToken: Hashable, Sendable {
  /// What a piece can be.
  package enum Kind: Hashable, Sendable {
    /// A name or a keyword.
    case word
    /// A number, with its suffix.
    case number
    /// One character of an operator or a bracket, or one that means nothing in a shader.
    case mark
    /// A comment; a line's comment without the line's end.
    case comment
    /// Spaces, tabs, and a backslash that joins two lines.
    case space
    /// The end of a line.
    case lineEnd
  }

  /// What it is.
  package var kind: Kind
  /// Its bytes in the text.
  package var range: Range<Int>
  /// The line of the text that it begins in; the first is 1.
  package var line: Int
  /// Whether it is part of a preprocessor's line, which begins with `#`.
  package var isInDirective: Bool

  /// Whether the compiler sees it at all.
  var isSignificant: Bool { kind == .word || kind == .number || kind == .mark }
}

/// A structural error in a shader's text.
struct ShaderFlaw: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A comment without an end.
    case openComment
    /// A preprocessor directive that is only allowed once in the whole shader.
    case directive(String)
    /// A storage qualifier at file scope, which ties a variable to something outside the text.
    case storage(String)
    case bracket(String)
    /// An unmatched preprocessor condition.
    case condition(String)
  }

  var kind: Kind
  /// The line of the text, from 1.
  var line: Int

  /// The error as a sentence without a full stop.
  var sentence: String {
    switch kind {
    case .openComment: "the comment that begins here has no end"
    case .directive(let name): "#\(name) can't be used in a filter"
    case .storage(let word):
      "a filter can't declare “\(word)” variables; use //!PARAM"
    case .bracket(let mark): "the “\(mark)” has no counterpart"
    case .condition(let name): "the #\(name) has no counterpart"
    }
  }
}

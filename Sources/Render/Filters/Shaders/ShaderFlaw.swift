/// What is wrong with the outline of a shader's text.
struct ShaderFlaw: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A comment that doesn't end.
    case openComment
    /// A line for the preprocessor that only the whole shader can have.
    case directive(String)
    /// A word at file scope that ties a variable to something outside the text.
    case storage(String)
    /// A bracket without its counterpart.
    case bracket(String)
    /// A condition of the preprocessor without its counterpart.
    case condition(String)
  }

  var kind: Kind
  /// The line of the text; the first is 1.
  var line: Int

  /// One sentence, without a full stop.
  var sentence: String {
    switch kind {
    case .openComment: "the comment that begins here has no end"
    case .directive(let name): "#\(name) can't be used in a filter"
    case .storage(let word):
      "a filter can't declare “\(word)” variables; what can be set is a //!PARAM"
    case .bracket(let mark): "the “\(mark)” has no counterpart"
    case .condition(let name): "the #\(name) has no counterpart"
    }
  }
}

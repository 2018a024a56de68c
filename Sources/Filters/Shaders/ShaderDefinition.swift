/// Something that shader text defines for all of itself: at file scope, or as a macro.
package struct ShaderDefinition: Hashable, Sendable {
  /// What can be defined.
  package enum Kind: Hashable, Sendable {
    /// A function, with its body or only announced.
    case function(hasBody: Bool)
    /// A variable or a constant.
    case variable
    /// A structure.
    case structure
    /// A macro.
    case macro
  }

  /// Its name.
  package var name: String
  /// What it is.
  package var kind: Kind
  /// The line of the text that its name stands in; the first is 1.
  package var line: Int
  /// The place of its name among the tokens.
  var token: Int
}

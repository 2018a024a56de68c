/// A definition in shader source: at file scope, or a macro.
package struct ShaderDefinition: Hashable, Sendable {
  /// The kind of a definition.
  package enum Kind: Hashable, Sendable {
    /// A function, with or without a body.
    case function(hasBody: Bool)
    /// A variable or a constant.
    case variable
    /// A structure.
    case structure
    /// A macro.
    case macro
  }

  /// The name.
  package var name: String
  /// The kind.
  package var kind: Kind
  /// The line of the name in the text, from 1.
  package var line: Int
  /// The token index of the name.
  var token: Int
}

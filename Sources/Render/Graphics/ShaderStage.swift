import CGLES

/// The stage of a shader.
package struct ShaderStage: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The C constant's value.
  package let rawValue: UInt32
  /// Creates a stage from its value.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The vertex shader.
  ///
  /// The corresponding C constant is `GL_VERTEX_SHADER`.
  package static let vertex = ShaderStage(rawValue: UInt32(GL_VERTEX_SHADER))
  /// The fragment shader.
  ///
  /// The corresponding C constant is `GL_FRAGMENT_SHADER`.
  package static let fragment = ShaderStage(rawValue: UInt32(GL_FRAGMENT_SHADER))
  /// The stage's name.
  package var description: String { self == .vertex ? "vertex" : "fragment" }
}

import CGLES

/// Which part of a program a shader is.
package struct ShaderStage: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  package let rawValue: UInt32
  /// A stage from its number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// It places corners.
  ///
  /// The corresponding C constant is `GL_VERTEX_SHADER`.
  package static let vertex = ShaderStage(rawValue: UInt32(GL_VERTEX_SHADER))
  /// It colours pixels.
  ///
  /// The corresponding C constant is `GL_FRAGMENT_SHADER`.
  package static let fragment = ShaderStage(rawValue: UInt32(GL_FRAGMENT_SHADER))
  /// Its name.
  package var description: String { self == .vertex ? "vertex" : "fragment" }
}

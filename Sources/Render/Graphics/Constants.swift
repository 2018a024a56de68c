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

/// Why a context was lost.
///
/// Only the three codes that the extension defines count: a driver that answers anything else has
/// lost nothing.
package struct ResetStatus: RawRepresentable, Hashable, Sendable {
  /// The number.
  package let rawValue: UInt32
  /// A status from its number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// This context's work did it.
  ///
  /// The corresponding C constant is `GL_GUILTY_CONTEXT_RESET_EXT`.
  package static let guilty = ResetStatus(rawValue: UInt32(GL_GUILTY_CONTEXT_RESET_EXT))
  /// Another's work did it.
  ///
  /// The corresponding C constant is `GL_INNOCENT_CONTEXT_RESET_EXT`.
  package static let innocent = ResetStatus(rawValue: UInt32(GL_INNOCENT_CONTEXT_RESET_EXT))
  /// Nobody knows.
  ///
  /// The corresponding C constant is `GL_UNKNOWN_CONTEXT_RESET_EXT`.
  package static let unknown = ResetStatus(rawValue: UInt32(GL_UNKNOWN_CONTEXT_RESET_EXT))

  /// Whether the context is lost.
  package var isLost: Bool { self == .guilty || self == .innocent || self == .unknown }
}

/// How pixels that are drawn meet those that are there.
package enum Blending: Hashable, Sendable {
  /// They replace them.
  case replace
  /// They lie over them; their colours are premultiplied.
  case over
  /// Both are mixed, and this share, 0 to 1, is theirs.
  case mix(Float)
}

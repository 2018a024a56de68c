import CGLES

/// Why a context was lost.
///
/// Only the three codes of the extension count; a driver that returns any other value has not lost
/// the context.
package struct ResetStatus: RawRepresentable, Hashable, Sendable {
  /// The C constant's value.
  package let rawValue: UInt32
  /// Creates a status from its value.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Caused by this context.
  ///
  /// The corresponding C constant is `GL_GUILTY_CONTEXT_RESET_EXT`.
  package static let guilty = ResetStatus(rawValue: UInt32(GL_GUILTY_CONTEXT_RESET_EXT))
  /// Caused by another context.
  ///
  /// The corresponding C constant is `GL_INNOCENT_CONTEXT_RESET_EXT`.
  package static let innocent = ResetStatus(rawValue: UInt32(GL_INNOCENT_CONTEXT_RESET_EXT))
  /// The cause is unknown.
  ///
  /// The corresponding C constant is `GL_UNKNOWN_CONTEXT_RESET_EXT`.
  package static let unknown = ResetStatus(rawValue: UInt32(GL_UNKNOWN_CONTEXT_RESET_EXT))

  /// True if the context is lost.
  package var isLost: Bool { self == .guilty || self == .innocent || self == .unknown }
}

/// How pixels that are drawn meet those that are there.
package enum Blending: Hashable, Sendable {
  /// They replace them.
  case replace
  /// They lie over them; their colours are premultiplied.
  case over
  /// Both are mixed, and this share, 0 to 1, is theirs.
  case mix(Float)
}

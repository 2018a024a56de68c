/// A blend mode.
package enum Blending: Hashable, Sendable {
  /// Drawn pixels replace those below.
  case replace
  /// Drawn pixels are premultiplied and blended over those below.
  case over
  /// Drawn pixels are mixed with those below, with this opacity, 0 to 1.
  case mix(Float)
}

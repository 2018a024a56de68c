import CCairo

/// Keeps what libraries draw with cairo inside of cairo's numbers.
///
/// cairo has fixed-point numbers of 24 bits before the point: a straight edge of 180 000 pixels is
/// drawn wrongly, a shape beyond 2²³ pixels anywhere. A program that is linked with this target has
/// functions of cairo's names, which libraries find before cairo's own: they hold paths in Double,
/// and hand cairo what lies near its pixels. What lies wholly there goes through unchanged.
package enum CairoClamp {
  /// Finds cairo's own functions; call it before anything is drawn, on one thread.
  package static func setUp() { _ = RealCairo.functions }

  /// Whether a library's path has gone through here since the program started.
  package static var isInForce: Bool { PathBook.hasPaths }

  /// How far from the origin of a surface cairo is given points, in pixels.
  ///
  /// Surfaces are smaller; what is cut off there is never seen.
  static let edge = 16_384.0
}

/// The colour of a light, its brightness left out: a point of CIE 1931's xy diagram.
package struct Chromaticity: Hashable, Sendable {
  /// The share of X.
  package var x: Double
  /// The share of Y.
  package var y: Double

  /// The point (`x`, `y`).
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same colour as XYZ with Y = 1, or `nil` where it is no colour at all.
  var xyz: SIMD3<Double>? {
    guard x.isFinite, y.isFinite, y > 1e-4, abs(x) < 10, y < 10 else { return nil }
    return SIMD3(x / y, 1, (1 - x - y) / y)
  }
}

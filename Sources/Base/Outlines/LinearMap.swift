import Geometry

/// The linear part of an affine map, for distances.
///
/// It maps a distance to (a · x + c · y, b · x + d · y); y points down.
package struct LinearMap: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double

  /// Creates a map from its coefficients.
  @inlinable package init(a: Double, b: Double, c: Double, d: Double) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// Maps a distance.
  @inlinable package func apply(_ way: Point) -> Point {
    Point(x: a * way.x + c * way.y, y: b * way.x + d * way.y)
  }

  /// The factor by which areas grow; negative if the map mirrors.
  @inlinable package var determinant: Double { a * d - b * c }

  /// The inverse map; `nil` if the map is singular.
  package var inverse: LinearMap? {
    let area = determinant
    guard area != 0, area.isFinite else { return nil }
    return LinearMap(a: d / area, b: -b / area, c: -c / area, d: a / area)
  }

  /// The largest factor by which lengths grow.
  package var stretch: Double {
    let sum = (a * a + b * b + c * c + d * d) / 2
    let difference = (a * a + b * b - c * c - d * d) / 2
    let cross = a * c + b * d
    return (sum + (difference * difference + cross * cross).squareRoot()).squareRoot()
  }
}

import Geometry

/// Where distances go in a map that keeps lines straight and parallel: its part without the origin.
///
/// A distance goes to (a · x + c · y, b · x + d · y); y points down.
package struct LinearMap: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double

  /// A map of its numbers.
  @inlinable package init(a: Double, b: Double, c: Double, d: Double) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// Where a distance goes.
  @inlinable package func apply(_ way: Point) -> Point {
    Point(x: a * way.x + c * way.y, y: b * way.x + d * way.y)
  }

  /// How many times larger areas get; negative where it mirrors.
  @inlinable package var determinant: Double { a * d - b * c }

  /// The map back; `nil` where everything goes to a line or a point.
  package var inverse: LinearMap? {
    let area = determinant
    guard area != 0, area.isFinite else { return nil }
    return LinearMap(a: d / area, b: -b / area, c: -c / area, d: a / area)
  }

  /// How many times longer lines get at the most.
  package var stretch: Double {
    let sum = (a * a + b * b + c * c + d * d) / 2
    let difference = (a * a + b * b - c * c - d * d) / 2
    let cross = a * c + b * d
    return (sum + (difference * difference + cross * cross).squareRoot()).squareRoot()
  }
}

import Geometry

// Bounding boxes. A line has no area but is not empty: unlike `Rect.isEmpty`, these functions count
// edges as part of a box.
extension Rect {
  /// The box of no points.
  package static let nothing = Rect(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// True if the box contains a point.
  package var hasPoints: Bool { minX <= maxX && minY <= maxY }

  /// True if two boxes have a common point, including their edges.
  package func touches(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// True if another box lies completely inside.
  package func holds(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  /// Returns the smallest box that contains both.
  package func union(_ other: Rect) -> Rect {
    Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// Returns the box grown by a distance on each side.
  package func grown(by reach: Double) -> Rect {
    Rect(minX: minX - reach, minY: minY - reach, maxX: maxX + reach, maxY: maxY + reach)
  }

  /// Extends the box to a point.
  package mutating func add(_ point: Point) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }
}

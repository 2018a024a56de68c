import Geometry

// Boxes of shapes. A line has no area and is something all the same: unlike `Rect.isEmpty` these
// take edges for parts of a box.
extension Rect {
  /// The box of no point at all.
  package static let nothing = Rect(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// Whether it is the box of any point.
  package var hasPoints: Bool { minX <= maxX && minY <= maxY }

  /// Whether two boxes have a point in common, if only on their edges.
  package func touches(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Whether all of another box lies in it.
  package func holds(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  /// The smallest box around both.
  package func union(_ other: Rect) -> Rect {
    Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// The same box, so much larger on each side.
  package func grown(by reach: Double) -> Rect {
    Rect(minX: minX - reach, minY: minY - reach, maxX: maxX + reach, maxY: maxY + reach)
  }

  /// Makes it hold a point too.
  package mutating func add(_ point: Point) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }
}

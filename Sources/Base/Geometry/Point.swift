/// A position or a distance, in the unit of the space that its owner names.
public struct Point: Hashable, Sendable {
  /// The horizontal coordinate, to the right.
  public var x: Double
  /// The vertical coordinate, downwards.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin, or a distance of zero.
  public static let zero = Point(x: 0, y: 0)

  /// The distance from the origin.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Adds both axes.
  public static func + (left: Point, right: Point) -> Point {
    Point(x: left.x + right.x, y: left.y + right.y)
  }

  /// Subtracts both axes.
  public static func - (left: Point, right: Point) -> Point {
    Point(x: left.x - right.x, y: left.y - right.y)
  }

  /// Multiplies both axes by `factor`.
  public static func * (point: Point, factor: Double) -> Point {
    Point(x: point.x * factor, y: point.y * factor)
  }
}

extension Orientation {
  /// Returns the extent of a picture of `size` in this orientation.
  public func applied(to size: Extent) -> Extent { isTransposing ? size.transposed : size }
}

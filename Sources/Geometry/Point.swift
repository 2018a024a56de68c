/// A position, or a distance, in the pixels of some space that its owner names.
public struct Point: Hashable, Sendable {
  /// Rightwards.
  public var x: Double
  /// Downwards.
  public var y: Double

  /// A position `x` to the right and `y` down.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin, or no distance.
  public static let zero = Point(x: 0, y: 0)

  /// How far it is from the origin.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// The sum, axis by axis.
  public static func + (left: Point, right: Point) -> Point {
    Point(x: left.x + right.x, y: left.y + right.y)
  }

  /// The difference, axis by axis.
  public static func - (left: Point, right: Point) -> Point {
    Point(x: left.x - right.x, y: left.y - right.y)
  }

  /// Both axes multiplied by `factor`.
  public static func * (point: Point, factor: Double) -> Point {
    Point(x: point.x * factor, y: point.y * factor)
  }
}

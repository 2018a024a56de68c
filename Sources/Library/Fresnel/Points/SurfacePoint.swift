import Geometry

/// A point of a view's surface, in device pixels from its top left corner.
public struct SurfacePoint: Hashable, Sendable {
  /// The horizontal coordinate, to the right.
  public var x: Double
  /// The vertical coordinate, downwards.
  public var y: Double

  /// Creates a point from its coordinates, in device pixels.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates a point from a plain one in device pixels, such as an input event's position.
  public init(_ point: Point) { self.init(x: point.x, y: point.y) }

  /// The plain point, for arithmetic.
  public var point: Point { Point(x: x, y: y) }
}

import Geometry

/// A point of the picture that a view shows, in the picture's own units from its top left corner.
public struct PicturePoint: Hashable, Sendable {
  /// The horizontal coordinate, to the right.
  public var x: Double
  /// The vertical coordinate, downwards.
  public var y: Double

  /// Creates a point from its coordinates, in units of the picture.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates a point from a plain one, whose unit is that of the picture.
  public init(_ point: Point) { self.init(x: point.x, y: point.y) }

  /// The plain point, for arithmetic and for drawings in the picture's units.
  public var point: Point { Point(x: x, y: y) }
}

/// Places of layers.
extension LayerPlace {
  /// Creates a place from the point of the picture at which the layer's top left corner lies;
  /// `scale` is the size of one of its units in units of the picture.
  public init(origin: PicturePoint, scale: Double = 1) {
    self.init(origin: origin.point, scale: scale)
  }
}

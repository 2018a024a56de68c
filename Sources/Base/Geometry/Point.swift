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

/// A size that need not be whole: of a picture in its own units, or of a drawing.
public struct Extent: Hashable, Sendable {
  /// The distance from the left to the right edge.
  public var width: Double
  /// The distance from the top to the bottom edge.
  public var height: Double

  /// Creates an extent from its sides.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Creates an extent from a size in pixels.
  public init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }

  /// True if it is empty; also for NaN.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The centre.
  public var center: Point { Point(x: width / 2, y: height / 2) }

  /// The extent with width and height swapped.
  public var transposed: Extent { Extent(width: height, height: width) }

  /// The nearest size in whole pixels, at least 1 and at most 2⁴⁸ in each direction.
  public var pixels: PixelSize {
    func whole(_ length: Double) -> Int {
      length >= 1 ? Int(min(length.rounded(), 0x1p48)) : 1
    }
    return PixelSize(width: whole(width), height: whole(height))
  }
}

extension Orientation {
  /// Returns the extent of a picture of `size` in this orientation.
  public func applied(to size: Extent) -> Extent { isTransposing ? size.transposed : size }
}

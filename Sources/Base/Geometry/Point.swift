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

/// A size that need not be whole: of a picture in its own units, or of a drawing.
public struct Extent: Hashable, Sendable {
  /// From the left edge to the right one.
  public var width: Double
  /// From the top edge to the bottom one.
  public var height: Double

  /// A size of its two sides.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size of whole pixels.
  public init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }

  /// Whether there is nothing in it; one that is no number is empty too.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The point in the middle.
  public var center: Point { Point(x: width / 2, y: height / 2) }

  /// The same size lying on its side.
  public var transposed: Extent { Extent(width: height, height: width) }

  /// The nearest whole size, at least one pixel each way and at most 2⁴⁸.
  public var pixels: PixelSize {
    func whole(_ length: Double) -> Int {
      length >= 1 ? Int(min(length.rounded(), 0x1p48)) : 1
    }
    return PixelSize(width: whole(width), height: whole(height))
  }
}

extension Orientation {
  /// The size of a picture of `size`, in its units, once it is laid down so.
  public func applied(to size: Extent) -> Extent { isTransposing ? size.transposed : size }
}

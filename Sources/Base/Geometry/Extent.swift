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

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

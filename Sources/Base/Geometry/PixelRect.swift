/// A size in whole pixels: of a picture, a level, a tile or a surface.
public struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size of `width` columns and `height` rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The empty size.
  public static let zero = PixelSize(width: 0, height: 0)

  /// True if it has no pixels.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The size with width and height swapped.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The centre.
  public var center: Point { Point(x: Double(width) / 2, y: Double(height) / 2) }

  /// The number of pixels; `nil` if it overflows `Int`.
  public var area: Int? { checkedProduct(width, height) }
}

/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
  /// The first column.
  public var minX: Int
  /// The first row.
  public var minY: Int
  /// The column after the last.
  public var maxX: Int
  /// The row after the last.
  public var maxY: Int

  /// Creates the rectangle from (`minX`, `minY`) up to but excluding (`maxX`, `maxY`).
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates the rectangle of all pixels of a size, from the origin.
  public init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  /// The number of columns.
  public var width: Int { maxX - minX }
  /// The number of rows.
  public var height: Int { maxY - minY }
  /// The size.
  public var size: PixelSize { PixelSize(width: width, height: height) }
  /// True if it has no pixels.
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }

  /// Returns the common pixels; empty if there are none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// Returns the rectangle grown by a number of pixels on each side.
  public func grown(by margin: Int) -> PixelRect {
    PixelRect(
      minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  /// Returns the smallest rectangle that contains both; an empty one is ignored.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }
}

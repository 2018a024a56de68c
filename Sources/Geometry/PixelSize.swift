/// A size in whole pixels: of a picture, a level, a tile or a surface.
public struct PixelSize: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A size of `width` columns and `height` rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Nothing at all.
  public static let zero = PixelSize(width: 0, height: 0)

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The same size lying on its side.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The point in the middle.
  public var center: Point { Point(x: Double(width) / 2, y: Double(height) / 2) }

  /// How many pixels it has, or `nil` where that does not fit an `Int`.
  public var area: Int? { checkedProduct(width, height) }
}

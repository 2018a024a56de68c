import Geometry
import Tiles

/// Groups drawn into memory, for bitmaps of overlays and markers, and for files.
///
/// Drawing blocks; any thread may do it.
public struct DrawnPixels: Sendable {
  /// Columns and rows.
  public let size: PixelSize
  /// Premultiplied RGBA, one byte each; rows without padding, top row first.
  public let bytes: [UInt8]

  /// The maximum side of cairo's image surfaces, in pixels.
  private static let longestSide = 32767

  /// Draws groups, in z-order, with one pixel per unit of the world, from its origin on.
  ///
  /// `nil` if the size is empty, or a side has more than 32,767 pixels.
  public init?(_ groups: [PathGroup], size: PixelSize, background: PaintColor? = nil) {
    guard !size.isEmpty, max(size.width, size.height) <= Self.longestSide,
      let count = checkedProduct(size.width, size.height, 4)
    else { return nil }
    let memory = OwnedPixels(count: count)
    guard Self.draw(groups, size, background, into: memory) else { return nil }
    self.size = size
    bytes = withExtendedLifetime(memory) {
      [UInt8](UnsafeRawBufferPointer(start: memory.base, count: count))
    }
  }

  /// Separate, because everything is in the memory only once the canvas is released.
  private static func draw(
    _ groups: [PathGroup], _ size: PixelSize, _ background: PaintColor?, into memory: OwnedPixels
  ) -> Bool {
    // The bitmap counts as one tile, however large it is.
    let effort = DrawingEffort(tiles: 1, edge: max(size.width, size.height), area: size)
    guard var canvas = TileCanvas(memory.base, size: size, effort: effort) else { return false }
    if let background { canvas.fill(background) }
    for group in groups { canvas.draw(group.drawing, group.transform) }
    return canvas.isSound
  }
}

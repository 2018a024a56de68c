import Geometry
import Tiles

/// Groups drawn into memory at once: for bitmaps of overlays and markers, and for files.
///
/// It takes as long as it takes; any thread may do it.
public struct DrawnPixels: Sendable {
  /// Columns and rows.
  public let size: PixelSize
  /// Premultiplied RGBA, a byte each; rows without padding, top row first.
  public let bytes: [UInt8]

  /// What cairo's image surfaces have at most, in pixels.
  private static let longestSide = 32767

  /// The groups that a world of a pixel a unit shows from its origin on, the lowest first.
  ///
  /// `nil` where the size is empty, or a side has more than 32 767 pixels.
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

  /// Drawing ends with the canvas: only then is everything in the memory.
  private static func draw(
    _ groups: [PathGroup], _ size: PixelSize, _ background: PaintColor?, into memory: OwnedPixels
  ) -> Bool {
    // As one tile, however large.
    let effort = DrawingEffort(tiles: 1, edge: max(size.width, size.height), area: size)
    guard var canvas = TileCanvas(memory.base, size: size, effort: effort) else { return false }
    if let background { canvas.fill(background) }
    for group in groups { canvas.draw(group.drawing, group.transform) }
    return canvas.isSound
  }
}

import Geometry

/// How a tile's pixels lie in its slot of the arena.
///
/// Rows from top to bottom, without padding; each pixel is four bytes R, G, B, A, premultiplied, in
/// the display's colour space. Around the tile's own pixels runs a gutter one pixel wide that
/// repeats the neighbours' pixels, and the tile's own outermost ones at the picture's edges, so
/// that bilinear sampling shows no seam.
public struct TileLayout: Hashable, Sendable {
  /// Pixels on each side that belong to the neighbours.
  public static let gutter = 1
  /// Bytes of one pixel.
  public static let bytesPerPixel = 4
  /// Bytes of one slot: room for a full tile with its gutter, in whole pages of 4096 bytes.
  public static var slotBytes: Int {
    let edge = TileSize.edge + 2 * gutter
    return (edge * edge * bytesPerPixel + 4095) / 4096 * 4096
  }

  /// The tile's own pixels, gutter left out.
  public var area: PixelSize

  /// The layout of a tile with `area` pixels of its own, at most `TileKey.edge` each way.
  public init(area: PixelSize) { self.area = area }

  /// The stored pixels, gutter included.
  public var stored: PixelSize {
    PixelSize(width: area.width + 2 * Self.gutter, height: area.height + 2 * Self.gutter)
  }

  /// Bytes from one stored row to the next.
  public var stride: Int { stored.width * Self.bytesPerPixel }

  /// Bytes of all stored rows.
  public var byteCount: Int { stride * stored.height }
}

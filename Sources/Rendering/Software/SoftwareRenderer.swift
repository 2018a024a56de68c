import Geometry
import Tiles
import ViewGeometry

/// Draws frames with the processor: the same pixels as GL where texels are pixels.
///
/// It draws the first picture while GL is still starting, and all of them where there is none.
public enum SoftwareRenderer {
  /// Draws a frame on some memory.
  ///
  /// `band` says which of the surface's pixels the memory is; all of them when it is `nil`. Without
  /// a `surround` the pixels around the picture stay transparent.
  public static func draw(
    _ frame: Frame, tiles: some TileBytes, overlays: [UInt64: OverlayBitmap] = [:],
    surround: OpaqueColor?, band: PixelRect? = nil, on surface: SurfacePixels
  ) {
    let band = band ?? PixelRect(surface.size)
    precondition(band.size == surface.size)
    fill(surface, with: surround)
    drawPicture(frame, tiles: tiles, band: band, on: surface)
    draw(frame.overlays, overlays, band: band, on: surface)
  }

  /// Draws a whole frame, both of its pictures and its overlays; `tiles` lends those of a picture.
  public static func drawPictures(
    of frame: Frame, tiles: (SourceID?) -> some TileBytes, overlays: [UInt64: OverlayBitmap],
    on surface: SurfacePixels
  ) {
    fill(surface, with: frame.backdrop.surround)
    let band = PixelRect(surface.size)
    for frame in frame.pictures(on: surface.size) {
      drawPicture(frame, tiles: tiles(frame.picture), band: band, on: surface)
    }
    draw(frame.overlays, overlays, band: band, on: surface)
  }

  /// Draws the tiles of a frame's picture over what is there.
  static func drawPicture(
    _ frame: Frame, tiles: some TileBytes, band: PixelRect, on surface: SurfacePixels
  ) {
    let draws = TileCover.draws(
      frame.viewport, of: frame.levels, resident: tiles.keys,
      magnification: frame.magnification, clip: band)
    // Piece by piece of one tile: each is lent once.
    for (key, pieces) in Dictionary(grouping: draws, by: \.key) {
      let layout = key.layout
      tiles.withBytes(of: key) { bytes in
        guard bytes.count >= layout.byteCount, let base = bytes.baseAddress else { return }
        let texels = TexelReader(base: base, size: layout.stored)
        for piece in pieces {
          SoftwareTileDraw(
            draw: piece, texels: texels, checker: frame.backdrop.checker, band: band,
            surface: surface
          ).run()
        }
      }
    }
  }

  /// Lays overlays over everything.
  static func draw(
    _ overlays: [Overlay], _ bitmaps: [UInt64: OverlayBitmap], band: PixelRect,
    on surface: SurfacePixels
  ) {
    for overlay in overlays {
      if let bitmap = bitmaps[overlay.bitmap] { blend(overlay, bitmap, band, surface) }
    }
  }

  /// Fills everything with a colour, or with nothing.
  static func fill(_ surface: SurfacePixels, with color: OpaqueColor?) {
    let value = color.map { SoftwarePixel.pack($0, surface.order) } ?? 0
    for y in 0..<surface.size.height {
      surface.row(y).update(repeating: value, count: surface.size.width)
    }
  }

  private static func blend(
    _ overlay: Overlay, _ bitmap: OverlayBitmap, _ band: PixelRect, _ surface: SurfacePixels
  ) {
    let place = overlay.position
    let seen = place.intersection(band)
    guard !seen.isEmpty else { return }
    let swaps = surface.order == .bgrx
    bitmap.pixels.withUnsafeBytes { bytes in
      for y in seen.minY..<seen.maxY {
        let row = surface.row(y - band.minY)
        let sourceY = ((y - place.minY) * 2 + 1) * bitmap.size.height / (2 * place.height)
        for x in seen.minX..<seen.maxX {
          let sourceX = ((x - place.minX) * 2 + 1) * bitmap.size.width / (2 * place.width)
          var over = bytes.loadUnaligned(
            fromByteOffset: (sourceY * bitmap.size.width + sourceX) * 4, as: UInt32.self)
          if swaps { over = SoftwarePixel.swapped(over) }
          let index = x - band.minX
          row[index] = SoftwarePixel.over(over, row[index])
        }
      }
    }
  }
}

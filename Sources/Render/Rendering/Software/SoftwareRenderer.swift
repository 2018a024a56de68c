import Geometry
import Tiles

/// Draws frames in software, with the same pixels as GL where texels map to pixels one to one.
///
/// It draws the first picture while GL is still starting, and every frame without GL, or without a
/// GPU and filters.
package enum SoftwareRenderer {
  /// Draws a part of a frame into memory of the part's size.
  package static func drawPictures(
    of frame: Frame, part: PixelRect, tiles: (SourceID?) -> [TileKey: Tile],
    overlays: [UInt64: OverlayBitmap], on surface: SurfacePixels
  ) {
    drawPictures(
      of: frame, tiles: tiles, overlays: overlays, surround: frame.backdrop.surround,
      surface: frame.viewport.surface, band: part, on: surface)
  }

  /// Draws a band of a frame, fitted to a surface; the memory holds only the band.
  ///
  /// Without a `surround` the pixels around the picture stay transparent.
  static func drawPictures(
    of frame: Frame, tiles: (SourceID?) -> [TileKey: Tile], overlays: [UInt64: OverlayBitmap],
    surround: OpaqueColor?, surface size: PixelSize, band: PixelRect, on surface: SurfacePixels
  ) {
    precondition(band.size == surface.size)
    fill(surface, with: surround)
    for part in frame.parts(on: size) {
      drawPart(
        part, magnification: frame.magnification, tiles: tiles(part.picture), band: band,
        on: surface)
    }
    if let batch = frame.sprites, let bitmap = overlays[batch.bitmap] {
      let view = frame.viewport.resized(to: size)
      for sprite in batch.sprites { blend(sprite, bitmap, sprite.box(in: view), band, surface) }
    }
    draw(frame.overlays, overlays, band: band, on: surface)
  }

  /// Blends one sprite over everything, pixel for pixel.
  private static func blend(
    _ sprite: SpriteBatch.Sprite, _ bitmap: OverlayBitmap, _ box: PixelRect, _ band: PixelRect,
    _ surface: SurfacePixels
  ) {
    let seen = box.intersection(band)
    let texels = sprite.texels
    guard !seen.isEmpty, texels.intersection(PixelRect(bitmap.size)) == texels else { return }
    let swaps = surface.order == .bgrx
    bitmap.pixels.withUnsafeBytes { bytes in
      for y in seen.minY..<seen.maxY {
        let row = surface.row(y - band.minY)
        let start = (texels.minY + y - box.minY) * bitmap.size.width + texels.minX - box.minX
        for x in seen.minX..<seen.maxX {
          var over = bytes.loadUnaligned(fromByteOffset: (start + x) * 4, as: UInt32.self)
          if swaps { over = SoftwarePixel.swapped(over) }
          let index = x - band.minX
          row[index] = SoftwarePixel.over(over, row[index])
        }
      }
    }
  }

  /// Draws the tiles of one picture, replacing the surface's content or blended over it.
  private static func drawPart(
    _ part: FramePart, magnification: Frame.Magnification, tiles: [TileKey: Tile],
    band: PixelRect, on surface: SurfacePixels
  ) {
    let draws = TileCover.draws(
      part.view, of: part.levels, frame: part.pictureFrame, resident: tiles.keys,
      magnification: magnification, clip: band)
    let ending = SoftwareTileDraw.BlendMode(part)
    guard let curve = part.end.tones else {
      forEachTile(of: draws, tiles) { pieces, base, layout in
        let texels = TexelReader(base: base, size: layout.stored)
        for piece in pieces {
          SoftwareTileDraw(
            draw: piece, texels: texels, ending: ending, band: band, surface: surface
          ).run()
        }
      }
      return
    }
    // The tables are computed once for all tiles: they cost as much as drawing one.
    ToneTable.with(curve) { tones, lights, dither in
      forEachTile(of: draws, tiles) { pieces, base, layout in
        let texels = LightTexels(base, layout, lights: lights)
        for piece in pieces {
          LightTileDraw(
            draw: piece, texels: texels, tones: tones, dither: dither, ending: ending, band: band,
            surface: surface
          ).run()
        }
      }
    }
  }

  /// Calls `body` for each tile of some draws, with all of its pieces.
  private static func forEachTile(
    of draws: [TileDraw], _ tiles: [TileKey: Tile],
    _ body: ([TileDraw], UnsafeRawPointer, TileLayout) -> Void
  ) {
    for (key, pieces) in Dictionary(grouping: draws, by: \.key) {
      let layout = key.layout
      tiles[key]?.withPixels { bytes in
        guard bytes.count >= layout.byteCount, let base = bytes.baseAddress else { return }
        body(pieces, base, layout)
      }
    }
  }

  /// Blends overlays over everything.
  static func draw(
    _ overlays: [Overlay], _ bitmaps: [UInt64: OverlayBitmap], band: PixelRect,
    on surface: SurfacePixels
  ) {
    for overlay in overlays {
      if let bitmap = bitmaps[overlay.bitmap] { blend(overlay, bitmap, band, surface) }
    }
  }

  /// Fills everything with a colour or with transparency.
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
    let opacity = UInt32((min(max(overlay.opacity, 0), 1) * 65536).rounded())
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
          row[index] = SoftwarePixel.over(over, row[index], opacity: opacity)
        }
      }
    }
  }
}

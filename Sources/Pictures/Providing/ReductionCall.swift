import Geometry
import Tiles

/// One reduction of rung tiles to a tile between rungs.
struct ReductionCall: Identifiable, Sendable {
  let id: UInt64
  let needs: TileNeeds
  /// The rung tiles that exist; all those that are shown are among them.
  let pieces: [TileKey: ProvidedPixels]

  /// Makes the tile, on the current thread.
  func run() -> OwnedPixels {
    let part = needs.reduction.area
    let stride = part.width * 4
    let pixels = UnsafeMutableRawBufferPointer.allocate(
      byteCount: stride * part.height, alignment: 16)
    defer { pixels.deallocate() }
    for (key, piece) in pieces { copy(key.area, piece, into: pixels, part: part) }
    for key in needs.tiles where pieces[key] == nil {
      repeatNearest(in: key.area.intersection(part), of: pixels, part: part)
    }
    let target = OwnedPixels(count: needs.reduction.key.layout.byteCount)
    needs.reduction.run(
      UnsafeRawBufferPointer(pixels), stride: stride, part: part, into: target.base)
    return target
  }

  private func copy(
    _ area: PixelRect, _ piece: ProvidedPixels, into pixels: UnsafeMutableRawBufferPointer,
    part: PixelRect
  ) {
    let common = area.intersection(part)
    guard !common.isEmpty, let base = pixels.baseAddress else { return }
    for y in common.minY..<common.maxY {
      let from =
        piece.origin + (y - area.minY) * piece.layout.stride + (common.minX - area.minX) * 4
      let to = ((y - part.minY) * part.width + common.minX - part.minX) * 4
      (base + to).copyMemory(from: from, byteCount: common.width * 4)
    }
  }

  /// Fills a missing tile's area within the filter's reach like a picture's edge, with the nearest
  /// shown pixel.
  private func repeatNearest(
    in area: PixelRect, of pixels: UnsafeMutableRawBufferPointer, part: PixelRect
  ) {
    let shown = needs.shownArea.intersection(part)
    let values = pixels.bindMemory(to: UInt32.self)
    guard !area.isEmpty, !shown.isEmpty else { return }
    for y in area.minY..<area.maxY {
      let fromY = min(max(y, shown.minY), shown.maxY - 1) - part.minY
      for x in area.minX..<area.maxX {
        let fromX = min(max(x, shown.minX), shown.maxX - 1) - part.minX
        values[(y - part.minY) * part.width + x - part.minX] = values[fromY * part.width + fromX]
      }
    }
  }
}

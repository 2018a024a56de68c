import Geometry
import Outlines
import Tiles

/// One call on a thread: tiles of one level that are drawn together and cut apart.
struct DrawCall: Identifiable, Sendable {
  let id: UInt64
  /// The tiles; all are inside their level.
  let keys: [TileKey]
  let world: Rect
  let background: PaintColor?

  /// The result of a call.
  enum Answer: Sendable {
    /// The pixels of each tile, and the drawing effort.
    case drawn([TileKey: OwnedPixels], DrawingEffort)
    case failed
  }

  /// Draws the tiles, on the current thread.
  func answer(of delegate: any TileDelegate) -> Answer {
    guard let first = keys.first else { return .failed }
    let overlap = first.level.shape.overlap
    let area = keys.reduce(PixelRect(.zero)) { $0.union($1.area) }.grown(by: overlap)
    let place = TileGeometry(world: world, level: first.level.size, area: area)
    // A single tile is drawn directly into its own memory.
    let memory = OwnedPixels(count: area.width * area.height * 4)
    var effort = DrawingEffort(tiles: keys.count, edge: first.level.shape.edge, area: area.size)
    let isDrawn = draw(delegate, place, into: memory, &effort)
    guard isDrawn else { return .failed }
    repeatEdges(of: memory, place)
    if keys.count == 1 { return .drawn([first: memory], effort) }
    var tiles: [TileKey: OwnedPixels] = [:]
    for key in keys { tiles[key] = cut(key, from: memory, area) }
    return .drawn(tiles, effort)
  }

  private func draw(
    _ delegate: any TileDelegate, _ place: TileGeometry, into memory: OwnedPixels,
    _ effort: inout DrawingEffort
  ) -> Bool {
    guard var canvas = TileCanvas(memory.base, size: place.area.size, effort: effort) else {
      return false
    }
    if let background { canvas.fill(background) }
    let transform = place.transform
    delegate.groups(in: place.worldArea, unitsPerPixel: place.unitsPerPixel) { group in
      canvas.draw(group.drawing, group.transform.followed(by: transform))
    }
    effort = canvas.effort
    return canvas.isSound
  }

  /// Copies one tile, with its overlap, from the drawn pixels.
  private func cut(_ key: TileKey, from memory: OwnedPixels, _ area: PixelRect) -> OwnedPixels {
    let layout = key.layout
    let pixels = OwnedPixels(count: layout.byteCount)
    let x = key.area.minX - layout.overlap - area.minX
    let y = key.area.minY - layout.overlap - area.minY
    for row in 0..<layout.stored.height {
      (pixels.base + row * layout.stride).copyMemory(
        from: memory.base + ((y + row) * area.width + x) * 4, byteCount: layout.stride)
    }
    return pixels
  }

  /// Repeats the outermost pixels beyond the edges of the world, as overlaps require.
  private func repeatEdges(of memory: OwnedPixels, _ place: TileGeometry) {
    let area = place.area
    let inside = area.intersection(PixelRect(place.level))
    guard inside != area else { return }
    let stride = area.width * 4
    for row in inside.minY - area.minY..<inside.maxY - area.minY {
      let line = memory.base + row * stride
      let left = inside.minX - area.minX
      for column in 0..<left {
        (line + column * 4).copyMemory(from: line + left * 4, byteCount: 4)
      }
      let right = inside.maxX - area.minX
      for column in right..<area.width {
        (line + column * 4).copyMemory(from: line + (right - 1) * 4, byteCount: 4)
      }
    }
    let top = inside.minY - area.minY
    for row in 0..<top {
      (memory.base + row * stride).copyMemory(from: memory.base + top * stride, byteCount: stride)
    }
    let bottom = inside.maxY - area.minY
    for row in bottom..<area.height {
      (memory.base + row * stride)
        .copyMemory(from: memory.base + (bottom - 1) * stride, byteCount: stride)
    }
  }
}

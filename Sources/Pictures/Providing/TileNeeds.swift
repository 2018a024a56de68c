import Geometry
import Resampling
import Tiles
import Tiling

/// The tiles of a rung from which a tile between rungs is made.
struct TileNeeds: Sendable {
  /// The reduction that makes the tile.
  let reduction: TileReduction
  /// The rung tiles that the reduction reads.
  let cells: [TileKey]
  /// Those whose area it shows; the others lie only within the filter's reach.
  let shown: Set<TileKey>
  /// The area of the rung that it shows, in whole tiles.
  let shownArea: PixelRect

  /// The maximum number of rung pixels for one tile: beyond that the ladder ends too early.
  static let mostPixels = 1 << 26

  /// Creates the needs of a tile inside a level that the source does not offer.
  ///
  /// `nil` if no rung is as fine as the level, or the nearest one is far too fine.
  init?(of key: TileKey, in levels: SourceLevels, hasAlpha: Bool) {
    guard case .ladder(let rungs) = levels.scales,
      let rung = rungs.first(where: {
        $0.size.width >= key.level.size.width && $0.size.height >= key.level.size.height
      })
    else { return nil }
    let reduction = TileReduction(of: key, from: rung.size, hasAlpha: hasAlpha)
    guard let pixels = reduction.area.size.area, pixels <= Self.mostPixels else { return nil }
    self.reduction = reduction
    let level = Level(size: rung.size, shape: levels.shape)
    func keys(_ area: PixelRect) -> [TileKey] {
      TileGrid(of: level, touching: area).keys.map {
        TileKey(level: level, column: $0.column, row: $0.row, frame: key.frame)
      }
    }
    cells = keys(reduction.area)
    let x = Double(rung.size.width) / Double(key.level.size.width)
    let y = Double(rung.size.height) / Double(key.level.size.height)
    let own = PixelRect(
      minX: Int((Double(key.area.minX) * x).rounded(.down)),
      minY: Int((Double(key.area.minY) * y).rounded(.down)),
      maxX: Int((Double(key.area.maxX) * x).rounded(.up)),
      maxY: Int((Double(key.area.maxY) * y).rounded(.up))
    ).intersection(reduction.area)
    shown = Set(keys(own))
    shownArea = TileGrid(of: level, touching: own).area
  }
}

/// One reduction of rung tiles to a tile between rungs.
struct ReductionCall: Identifiable, Sendable {
  let id: UInt64
  let needs: TileNeeds
  /// The rung tiles that exist; all those that are shown are among them.
  let pieces: [TileKey: CellPixels]

  /// Makes the tile, on the current thread.
  func run() -> OwnedPixels {
    let part = needs.reduction.area
    let stride = part.width * 4
    let pixels = UnsafeMutableRawBufferPointer.allocate(
      byteCount: stride * part.height, alignment: 16)
    defer { pixels.deallocate() }
    for (key, piece) in pieces { copy(key.area, piece, into: pixels, part: part) }
    for key in needs.cells where pieces[key] == nil {
      repeatNearest(in: key.area.intersection(part), of: pixels, part: part)
    }
    let target = OwnedPixels(count: needs.reduction.key.layout.byteCount)
    needs.reduction.run(
      UnsafeRawBufferPointer(pixels), stride: stride, part: part, into: target.base)
    return target
  }

  private func copy(
    _ area: PixelRect, _ piece: CellPixels, into pixels: UnsafeMutableRawBufferPointer,
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

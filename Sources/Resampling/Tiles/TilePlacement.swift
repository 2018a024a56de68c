import Geometry
import Tiles

/// Where the pixels of a level, in the order in which the file stores them, go in a tile's memory.
///
/// Turning a picture upright is only a matter of addresses: one step along a stored row is a step
/// right, left, down or up in the tile.
struct TilePlacement {
  let id: UInt32
  /// The stored level's pixels that the tile shows, gutter included.
  let area: PixelRect
  var isLive = true

  private let base: UnsafeMutableRawPointer
  private let layout: TileLayout
  private let edges: (left: Bool, top: Bool, right: Bool, bottom: Bool)
  private let origin: Int
  private let step: (x: Int, y: Int)

  init(
    id: UInt32, key: TileKey, base: UnsafeMutableRawPointer, orientation: Orientation
  ) {
    self.id = id
    self.base = base
    let size = key.level.size
    let upright = key.area
    precondition(!upright.isEmpty, "a tile lies inside its level")
    let layout = key.layout
    self.layout = layout
    edges = (
      upright.minX == 0, upright.minY == 0, upright.maxX == size.width, upright.maxY == size.height
    )
    let gutter = layout.overlap
    let outer = PixelRect(
      minX: upright.minX - gutter, minY: upright.minY - gutter, maxX: upright.maxX + gutter,
      maxY: upright.maxY + gutter
    ).intersection(PixelRect(size))
    area = orientation.inverse.apply(outer, in: size)

    let stored = orientation.inverse.applied(to: size)
    func address(_ x: Int, _ y: Int) -> Int {
      let shown = orientation.apply(
        Point(x: Double(x) + 0.5, y: Double(y) + 0.5), width: Double(stored.width),
        height: Double(stored.height))
      let column = Int(shown.x.rounded(.down)) - (upright.minX - gutter)
      let row = Int(shown.y.rounded(.down)) - (upright.minY - gutter)
      return row * layout.stride + column * layout.bytesPerPixel
    }
    origin = address(area.minX, area.minY)
    step = (
      address(area.minX + 1, area.minY) - origin, address(area.minX, area.minY + 1) - origin
    )
  }

  /// Writes the tile's part of one stored row, whose first pixel stands in column `first`.
  func write(row: Int, pixels: UnsafeRawPointer, first: Int) {
    let bytes = layout.bytesPerPixel
    var source = pixels + (area.minX - first) * bytes
    var target = base + origin + (row - area.minY) * step.y
    let count = area.width
    if step.x == bytes {
      target.copyMemory(from: source, byteCount: count * bytes)
      return
    }
    let step = step.x
    if bytes == 4 {
      for _ in 0..<count {
        target.storeBytes(of: source.load(as: UInt32.self), as: UInt32.self)
        source += 4
        target += step
      }
    } else {
      for _ in 0..<count {
        target.storeBytes(of: source.load(as: UInt64.self), as: UInt64.self)
        source += 8
        target += step
      }
    }
  }

  /// Repeats the outermost pixels in the gutter, where the level ends.
  func fillEdges() {
    guard layout.overlap > 0 else { return }
    let bytes = layout.bytesPerPixel
    let stride = layout.stride
    let rows = layout.stored.height
    for row in 0..<rows {
      let start = base + row * stride
      if edges.left { start.copyMemory(from: start + bytes, byteCount: bytes) }
      let end = start + stride - bytes
      if edges.right { end.copyMemory(from: end - bytes, byteCount: bytes) }
    }
    if edges.top { base.copyMemory(from: base + stride, byteCount: stride) }
    let last = base + (rows - 1) * stride
    if edges.bottom { last.copyMemory(from: last - stride, byteCount: stride) }
  }
}

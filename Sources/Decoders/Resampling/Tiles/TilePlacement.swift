import Geometry
import Tiles

/// The widths of a tile's overlap outside the level, where the outermost pixels are repeated.
struct TileEdges {
  let left: Int
  let top: Int
  let right: Int
  let bottom: Int

  /// The edges of a tile whose `inner` part lies in the level.
  init(_ inner: PixelRect, of whole: PixelRect) {
    left = inner.minX - whole.minX
    top = inner.minY - whole.minY
    right = whole.maxX - inner.maxX
    bottom = whole.maxY - inner.maxY
  }
}

/// Maps a level's pixels, in the file's order, to a tile's memory.
///
/// Orientation only changes addresses: a step along a stored row is a step right, left, down or up
/// in the tile.
struct TilePlacement {
  let id: UInt32
  /// The stored level's pixels that the tile shows, with overlap.
  let area: PixelRect
  var isLive = true

  private let base: UnsafeMutableRawPointer
  private let layout: TileLayout
  private let edges: TileEdges
  private let origin: Int
  private let step: (x: Int, y: Int)
  /// Collects rows if the target wants copies and the picture is stored upright.
  private let strip: TileStrip?

  init(_ target: TileReducer.Target, orientation: Orientation) {
    id = target.id
    base = target.base
    let key = target.key
    let size = key.level.size
    let upright = key.area
    precondition(!upright.isEmpty, "a tile lies inside its level")
    let layout = key.layout
    self.layout = layout
    let overlap = layout.overlap
    let outer = upright.grown(by: overlap).intersection(PixelRect(size))
    let edges = TileEdges(outer, of: upright.grown(by: overlap))
    self.edges = edges
    area = orientation.inverse.apply(outer, in: size)

    let stored = orientation.inverse.applied(to: size)
    func address(_ x: Int, _ y: Int) -> Int {
      let shown = orientation.apply(
        Point(x: Double(x) + 0.5, y: Double(y) + 0.5), width: Double(stored.width),
        height: Double(stored.height))
      let column = Int(shown.x.rounded(.down)) - (upright.minX - overlap)
      let row = Int(shown.y.rounded(.down)) - (upright.minY - overlap)
      return row * layout.stride + column * layout.bytesPerPixel
    }
    origin = address(area.minX, area.minY)
    step = (
      address(area.minX + 1, area.minY) - origin, address(area.minX, area.minY + 1) - origin
    )
    strip = target.copy.flatMap { copy in
      guard orientation == .identity else { return nil }
      return TileStrip(layout, edges: edges, base: target.base, copy: copy)
    }
  }

  /// Writes the tile's part of a stored row, whose first pixel is in column `first`.
  func write(row: Int, pixels: UnsafeRawPointer, first: Int) {
    let bytes = layout.bytesPerPixel
    var source = pixels + (area.minX - first) * bytes
    if let strip { return strip.add(source) }
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

  /// Completes the tile after its last row.
  func finish() {
    if let strip { return strip.finish() }
    fillEdges()
  }

  /// Repeats the outermost pixels in the overlap outside the level.
  private func fillEdges() {
    let bytes = layout.bytesPerPixel
    let (stride, height) = (layout.stride, layout.stored.height)
    for row in edges.top..<height - edges.bottom {
      let start = base + row * stride
      let first = start + edges.left * bytes
      for index in 0..<edges.left {
        (start + index * bytes).copyMemory(from: first, byteCount: bytes)
      }
      let end = start + stride - edges.right * bytes
      for index in 0..<edges.right {
        (end + index * bytes).copyMemory(from: end - bytes, byteCount: bytes)
      }
    }
    let first = base + edges.top * stride
    for row in 0..<edges.top { (base + row * stride).copyMemory(from: first, byteCount: stride) }
    let end = base + (height - edges.bottom) * stride
    for row in 0..<edges.bottom {
      (end + row * stride).copyMemory(from: end - stride, byteCount: stride)
    }
  }
}

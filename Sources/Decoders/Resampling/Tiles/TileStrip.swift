import Tiles

/// The latest rows of a tile, collected in private memory until there are enough to copy into the
/// tile's.
///
/// The rows have the tile's layout, with overlap on both sides.
final class TileStrip {
  private let layout: TileLayout
  private let edges: TileEdges
  private let base: UnsafeMutableRawPointer
  private let copy: TileReducer.Target.Copy
  /// Memory for `room` rows, from the tile's first row to its last.
  private var memory: UnsafeMutableRawPointer?
  private let room: Int
  /// The rows in `memory`, and those in the tile's memory.
  private var held = 0
  private var copied = 0

  /// A few pages of a usual tile, and small enough that the strips of all tiles in a row stay in
  /// the processor's cache.
  private static let rows = 32

  /// A strip of the tile at `base`.
  init(
    _ layout: TileLayout, edges: TileEdges, base: UnsafeMutableRawPointer,
    copy: @escaping TileReducer.Target.Copy
  ) {
    self.layout = layout
    self.edges = edges
    self.base = base
    self.copy = copy
    room = min(Self.rows, layout.stored.height)
  }

  deinit { memory?.deallocate() }

  /// Adds the tile's next row, without the part outside the level.
  func add(_ pixels: UnsafeRawPointer) {
    let bytes = layout.bytesPerPixel
    let row = next()
    let inner = (layout.stored.width - edges.left - edges.right) * bytes
    let first = row + edges.left * bytes
    first.copyMemory(from: pixels, byteCount: inner)
    for index in 0..<edges.left {
      (row + index * bytes).copyMemory(from: first, byteCount: bytes)
    }
    let end = first + inner
    for index in 0..<edges.right {
      (end + index * bytes).copyMemory(from: end - bytes, byteCount: bytes)
    }
    if copied == 0, held == 1 { repeatRow(edges.top) }
  }

  /// Copies the remaining rows into the tile's memory, after its last row.
  func finish() {
    repeatRow(edges.bottom)
    flush()
    memory?.deallocate()
    memory = nil
  }

  /// The memory of the next row.
  private func next() -> UnsafeMutableRawPointer {
    if held == room { flush() }
    held += 1
    return start + (held - 1) * layout.stride
  }

  /// The first row in memory.
  private var start: UnsafeMutableRawPointer {
    if let memory { return memory }
    let new = UnsafeMutableRawPointer.allocate(byteCount: room * layout.stride, alignment: 64)
    memory = new
    return new
  }

  /// Repeats the last row.
  private func repeatRow(_ times: Int) {
    for _ in 0..<times {
      let last = start + (held - 1) * layout.stride
      let next = next()
      if next != last { next.copyMemory(from: last, byteCount: layout.stride) }
    }
  }

  private func flush() {
    copy(
      UnsafeRawBufferPointer(start: start, count: held * layout.stride),
      base + copied * layout.stride)
    copied += held
    held = 0
  }
}

import Tiles

/// The last rows of a tile, gathered in memory of our own until there are enough to be copied into
/// the tile's.
///
/// Rows are stored as the tile stores them, with the gutter on both sides.
final class TileStrip {
  private let layout: TileLayout
  private let edges: TileEdges
  private let base: UnsafeMutableRawPointer
  private let copy: TileReducer.Target.Copy
  /// Room for `room` rows, from the tile's first row to its last one.
  private var memory: UnsafeMutableRawPointer?
  private let room: Int
  /// Rows that are in `memory`, and those that the tile's memory has.
  private var held = 0
  private var copied = 0

  /// Some pages' worth of a tile of the usual size, and few enough that those of all tiles beside
  /// each other stay in the processor's cache.
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

  /// Takes the tile's next row, without what is outside the level.
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

  /// Puts what is left into the tile's memory, after its last row.
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

  /// Adds the last row so many times again.
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

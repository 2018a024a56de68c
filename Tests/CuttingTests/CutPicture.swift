import CutPlan
import Cutter
import Geometry
import Synchronization
import TestSupport

/// A picture of premultiplied RGBA that is cut in memory.
struct CutPicture {
  let size: PixelSize
  var pixels: [UInt8]

  init(_ size: PixelSize, color: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)) {
    self.size = size
    pixels = []
    pixels.reserveCapacity(size.width * size.height * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (r, g, b, a) = color(x, y)
        pixels += [r, g, b, a]
      }
    }
  }

  /// The cutting order, with defaults for the parameters that tests vary.
  func order(
    edge: Int = 64, overlap: Int = 0, rounding: CutPyramid.Rounding = .up,
    isPadded: Bool = false, format: CutFormat = .png, kernel: CutKernel = .box,
    hasAlpha: Bool = false, jobs: Int = 2, rowsAtOnce: Int = 16
  ) -> CutOrder? {
    CutPyramid(
      size: size, edge: edge, overlap: overlap, rounding: rounding, end: .tile, isPadded: isPadded
    ).map {
      CutOrder(
        pyramid: $0, format: format, quality: 90, kernel: kernel, hasAlpha: hasAlpha, jobs: jobs,
        rowsAtOnce: rowsAtOnce)
    }
  }

  /// Cuts the picture, and returns each tile's bytes by its number.
  func tiles(_ order: CutOrder, without done: Set<Int> = []) throws -> [Int: [UInt8]] {
    let tiles = Shared([Int: [UInt8]]())
    let pool = WorkerPool(jobs: order.jobs)
    defer { pool.end() }
    let cutter = TileCutter(
      order, pool: pool, isDone: { done.contains($0) },
      deliver: { index, bytes in tiles.change { $0[index] = Array(bytes) } })
    var row = 0
    while row < size.height {
      let count = min(order.rowsAtOnce, size.height - row)
      try pixels.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        try cutter.add(base + row * size.width * 4, count: count)
      }
      row += count
    }
    try cutter.finish()
    return tiles.value
  }

  /// A value shared by threads.
  private final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>
    init(_ value: Value) { state = Mutex(value) }
    func change(_ body: (inout sending Value) -> Void) { state.withLock { body(&$0) } }
    var value: Value { state.withLock { $0 } }
  }
}

/// The levels that PNG tiles make up.
struct CutLevels {
  let pyramid: CutPyramid
  let tiles: [Int: PixelGrid]

  init(_ pyramid: CutPyramid, _ tiles: [Int: [UInt8]]) throws {
    self.pyramid = pyramid
    let folder = try TemporaryFolder()
    self.tiles = try tiles.mapValues { try PixelGrid(png: try folder.file("tile.png", $0)) }
  }

  /// A level assembled from its tiles; `nil` if one is missing or overlapping pixels differ.
  func level(_ level: Int) -> PixelGrid? {
    let size = pyramid.levels[level].size
    var words = [UInt32](repeating: 0, count: size.width * size.height)
    var known = [Bool](repeating: false, count: words.count)
    for row in 0..<pyramid.levels[level].rows {
      for column in 0..<pyramid.levels[level].columns {
        let position = CutPyramid.TilePosition(level: level, column: column, row: row)
        let area = pyramid.area(of: position)
        guard let tile = tiles[pyramid.index(of: position)],
          tile.size == pyramid.pictureSize(of: position)
        else { return nil }
        for y in area.minY..<area.maxY {
          for x in area.minX..<area.maxX {
            let place = y * size.width + x
            let word = tile[x - area.minX, y - area.minY]
            guard !known[place] || words[place] == word else { return nil }
            words[place] = word
            known[place] = true
          }
        }
      }
    }
    return known.allSatisfy { $0 } ? PixelGrid(size: size, words: words) : nil
  }
}

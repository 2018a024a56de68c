import CWideVectors

/// The vertical half of the reduction: a ring of rows of partial sums.
///
/// It holds only the rows that the kernel covers at once, whatever the picture's height.
final class VerticalFilter {
  /// A row of the level with an incomplete sum.
  struct Open {
    /// The row's number in the level.
    var row: Int
    /// The boxed rows that it is made from.
    var taps: Range<Int>
    /// True while some tile needs the row.
    var isWanted: Bool
    /// True until something has been added.
    var isFresh = true
  }

  /// The boxed rows in one batch.
  static let batch = 8
  /// Floats per block; eight rows of it and the sums fit into the first-level cache.
  static let block = 768

  private let axis: AxisReduction
  private let rows: Range<Int>
  private let slots: Int
  private let rowStep: Int
  private let sums: ScratchBuffer<Float>
  private let weights: ScratchBuffer<Float>
  private let spread: ScratchBuffer<SIMD4<Float>>
  private(set) var open: [Open] = []
  private var next: Int

  /// A filter that makes `rows` of the level, each `floats` wide plus `overhang` in memory.
  init(_ axis: AxisReduction, rows: Range<Int>, floats: Int, overhang: Int) {
    self.axis = axis
    self.rows = rows
    next = rows.lowerBound
    slots = min(
      rows.count,
      Int(((Double(Self.batch + 1) + 2 * axis.support) / axis.ratio).rounded(.up)) + 2)
    rowStep = (floats + overhang + 63) / 32 * 32
    sums = ScratchBuffer(count: slots * rowStep, zero: 0)
    weights = ScratchBuffer(count: slots * axis.mostTaps, zero: 0)
    spread = ScratchBuffer(count: slots * Self.batch, zero: .zero)
    open.reserveCapacity(slots)
  }

  /// Starts the rows of the level that use boxes before `end`, and prepares the weights of `boxes`,
  /// which come next.
  func begin(_ boxes: Range<Int>, before end: Int, isWanted: (Int) -> Bool) {
    for index in 0..<open.count where open[index].isWanted {
      open[index].isWanted = isWanted(open[index].row)
    }
    while next < rows.upperBound {
      let taps = axis.taps(next)
      guard taps.lowerBound < end else { break }
      precondition(open.count < slots, "the ring is as long as the kernel")
      axis.weights(next, into: weights.base + (next % slots) * axis.mostTaps)
      open.append(Open(row: next, taps: taps, isWanted: isWanted(next)))
      next += 1
    }
    for (index, row) in open.enumerated() where row.isWanted {
      let taps = row.taps.clamped(to: boxes)
      let from = weights.base + (row.row % slots) * axis.mostTaps
      let to = spread.base + index * Self.batch
      for tap in taps {
        to[tap - boxes.lowerBound] = SIMD4(repeating: from[tap - row.taps.lowerBound])
      }
    }
  }

  /// True if any started row is wanted.
  var isNeeded: Bool { open.contains { $0.isWanted } }

  /// Adds a block of boxed rows, `step` floats apart, from float `first` on.
  func add(
    _ boxes: Range<Int>, block: UnsafePointer<Float>, step: Int, first: Int, count: Int
  ) {
    for index in 0..<open.count where open[index].isWanted {
      let row = open[index]
      let taps = row.taps.clamped(to: boxes)
      guard !taps.isEmpty else { continue }
      let offset = taps.lowerBound - boxes.lowerBound
      let target = sums.base + (row.row % slots) * rowStep + first
      let weights = spread.base + index * Self.batch + offset
      if hasWideVectors {
        let multiplyAdd = hasWiderVectors ? fresnel_wider_multiply_add : fresnel_wide_multiply_add
        multiplyAdd(
          target, row.isFresh, block + offset * step, step,
          UnsafeRawPointer(weights).assumingMemoryBound(to: Float.self), taps.count, count)
      } else {
        Self.multiplyAdd(
          target, isFresh: row.isFresh, block + offset * step, step: step, weights: weights,
          rows: taps.count, floats: count)
      }
    }
  }

  /// Passes rows to `body` that are complete once `boxes` have been added, in order.
  func finish(_ boxes: Range<Int>, _ body: (_ row: Int, _ sums: UnsafePointer<Float>) -> Void) {
    var done = 0
    for index in 0..<open.count {
      if open[index].taps.upperBound <= boxes.upperBound {
        let row = open[index]
        if row.isWanted { body(row.row, UnsafePointer(sums.base + (row.row % slots) * rowStep)) }
        done += 1
      } else if open[index].taps.lowerBound < boxes.upperBound {
        open[index].isFresh = false
      }
    }
    open.removeFirst(done)
  }

  /// Adds rows to 32 sums at a time, which stay in registers.
  ///
  /// The rows are added one after the other, so the result equals that of adding single rows, bit
  /// for bit. `fresnel_wide_multiply_add` and its wider counterpart do the same.
  static func multiplyAdd(
    _ sums: UnsafeMutablePointer<Float>, isFresh: Bool, _ block: UnsafePointer<Float>, step: Int,
    weights: UnsafePointer<SIMD4<Float>>, rows: Int, floats: Int
  ) {
    typealias Four = SIMD4<Float>
    var target = UnsafeMutableRawPointer(sums)
    var column = UnsafeRawPointer(block)
    let stepBytes = step &* 4
    var left = floats
    while left > 0 {
      var (a, b, c, d) = (Four.zero, Four.zero, Four.zero, Four.zero)
      var (e, f, g, h) = (Four.zero, Four.zero, Four.zero, Four.zero)
      if !isFresh {
        a = target.loadUnaligned(as: Four.self)
        b = target.loadUnaligned(fromByteOffset: 16, as: Four.self)
        c = target.loadUnaligned(fromByteOffset: 32, as: Four.self)
        d = target.loadUnaligned(fromByteOffset: 48, as: Four.self)
        e = target.loadUnaligned(fromByteOffset: 64, as: Four.self)
        f = target.loadUnaligned(fromByteOffset: 80, as: Four.self)
        g = target.loadUnaligned(fromByteOffset: 96, as: Four.self)
        h = target.loadUnaligned(fromByteOffset: 112, as: Four.self)
      }
      var source = column
      var weight = weights
      for _ in 0..<rows {
        let w = weight.pointee
        a += source.loadUnaligned(as: Four.self) * w
        b += source.loadUnaligned(fromByteOffset: 16, as: Four.self) * w
        c += source.loadUnaligned(fromByteOffset: 32, as: Four.self) * w
        d += source.loadUnaligned(fromByteOffset: 48, as: Four.self) * w
        e += source.loadUnaligned(fromByteOffset: 64, as: Four.self) * w
        f += source.loadUnaligned(fromByteOffset: 80, as: Four.self) * w
        g += source.loadUnaligned(fromByteOffset: 96, as: Four.self) * w
        h += source.loadUnaligned(fromByteOffset: 112, as: Four.self) * w
        source += stepBytes
        weight += 1
      }
      target.storeBytes(of: a, as: Four.self)
      target.storeBytes(of: b, toByteOffset: 16, as: Four.self)
      target.storeBytes(of: c, toByteOffset: 32, as: Four.self)
      target.storeBytes(of: d, toByteOffset: 48, as: Four.self)
      target.storeBytes(of: e, toByteOffset: 64, as: Four.self)
      target.storeBytes(of: f, toByteOffset: 80, as: Four.self)
      target.storeBytes(of: g, toByteOffset: 96, as: Four.self)
      target.storeBytes(of: h, toByteOffset: 112, as: Four.self)
      target += 128
      column += 128
      left &-= 32
    }
  }
}

/// Reduces rows of samples to rows of light; each value is the mean of a box of samples.
///
/// It processes a block of columns at a time, so that the result is still in the first-level cache
/// when the vertical filter reads it. One call may begin a box and a later one finish it; the order
/// of additions does not depend on how rows are split into calls.
final class BoxReducer {
  /// One batch of input rows.
  struct Rows {
    /// The first input column of the first row.
    var base: UnsafeRawPointer
    /// Bytes from one row to the next.
    var stride: Int
    /// The batch's rows in the source.
    var range: Range<Int>
    /// The first column of the rows.
    var firstColumn: Int
  }

  private let horizontal: AxisReduction
  private let vertical: AxisReduction
  private let columns: Range<Int>
  private let color: ColorPipeline
  private let lineariser: RowLineariser
  private let lineariserScratch = ScratchBuffer<UInt8>(count: RowLineariser.scratchBytes, zero: 0)

  /// Sums of unfinished boxes: floats, or integers where those are faster.
  private let sums: ScratchBuffer<Float>
  private let wholeSums: ScratchBuffer<UInt32>
  private let samples = ScratchBuffer<Float>(count: BoxReducer.chunk * 4, zero: 0)
  private let integers: IntegerBoxes?
  private let norm: Float

  /// Pixels linearised at once.
  private static let chunk = 192

  /// A stage that makes the boxes of `columns`.
  init(
    horizontal: AxisReduction, vertical: AxisReduction, columns: Range<Int>, color: ColorPipeline
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.columns = columns
    self.color = color
    lineariser = RowLineariser(color, scratch: lineariserScratch.base)
    let isBoxed = horizontal.box > 1 || vertical.box > 1
    integers =
      isBoxed ? IntegerBoxes(color, horizontal: horizontal.box, vertical: vertical.box) : nil
    let values = isBoxed ? columns.count * lineariser.channels : 0
    sums = ScratchBuffer(count: integers == nil ? values : 0, zero: 0)
    wholeSums = ScratchBuffer(count: integers == nil ? 0 : values, zero: 0)
    norm = 1 / (Float(horizontal.box) * Float(vertical.box))
  }

  /// Floats per pixel.
  var channels: Int { lineariser.channels }

  /// Makes the boxes of some columns that `rows` complete, one row of boxes every `rowStep` floats.
  func produce(
    _ rows: Rows, columns block: Range<Int>, into target: UnsafeMutablePointer<Float>, rowStep: Int
  ) {
    let pixel = color.format.bytesPerPixel
    let first = block.lowerBound * horizontal.box
    let base = rows.base + (first - rows.firstColumn) * pixel
    if horizontal.box == 1 && vertical.box == 1 {
      for row in 0..<rows.range.count {
        lineariser.linearise(
          base + row * rows.stride, into: target + row * rowStep, count: block.count)
      }
      return
    }
    let offset = (block.lowerBound - columns.lowerBound) * channels
    var row = rows.range.lowerBound
    var target = target
    while row < rows.range.upperBound {
      let boxEnd = min((row / vertical.box + 1) * vertical.box, vertical.source)
      let end = min(boxEnd, rows.range.upperBound)
      let start = base + (row - rows.range.lowerBound) * rows.stride
      add(start, stride: rows.stride, rows: end - row, block, offset)
      if end == vertical.source, vertical.padding > 0 {
        // The last box is padded with copies of the last row.
        let last = start + (end - row - 1) * rows.stride
        for _ in 0..<vertical.padding { add(last, stride: 0, rows: 1, block, offset) }
      }
      if end == boxEnd {
        finish(offset, count: block.count * channels, into: target)
        target += rowStep
      }
      row = end
    }
  }

  /// Drops unfinished boxes.
  func discard() {
    sums.base.update(repeating: 0, count: sums.count)
    wholeSums.base.update(repeating: 0, count: wholeSums.count)
  }

  private func add(
    _ base: UnsafeRawPointer, stride: Int, rows: Int, _ block: Range<Int>, _ offset: Int
  ) {
    // The number of samples missing in an incomplete last box.
    let padding = block.upperBound == horizontal.boxed ? horizontal.padding : 0
    if let integers {
      integers.add(
        base, stride: stride, rows: rows, boxes: block.count, padding: padding,
        into: wholeSums.base + offset)
      return
    }
    for row in 0..<rows {
      addFloats(base + row * stride, boxes: block.count, padding: padding, sums.base + offset)
    }
  }

  private func finish(_ offset: Int, count: Int, into target: UnsafeMutablePointer<Float>) {
    if let integers {
      let sums = wholeSums.base + offset
      let norm = norm * integers.unit
      for index in 0..<count {
        target[index] = Float(Int32(truncatingIfNeeded: sums[index])) * norm
        sums[index] = 0
      }
      return
    }
    let sums = sums.base + offset
    for index in 0..<count {
      target[index] = sums[index] * norm
      sums[index] = 0
    }
  }

  /// Adds a row of samples to the sums of its boxes, strictly from left to right.
  private func addFloats(
    _ row: UnsafeRawPointer, boxes: Int, padding: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    let box = horizontal.box
    let channels = channels
    let pixel = color.format.bytesPerPixel
    let total = boxes * box - padding
    // Whole boxes at a time if they are small enough.
    let chunk = box <= Self.chunk ? Self.chunk / box * box : Self.chunk
    var done = 0
    var sum = sums
    var left = box
    while done < total {
      let count = min(chunk, total - done)
      lineariser.linearise(row + done * pixel, into: samples.base, count: count)
      var sample = samples.base
      var rest = count
      if left == box, rest >= box {
        let whole = rest / box
        Self.addWhole(sample, boxes: whole, box, channels, sum)
        sample += whole * box * channels
        sum += whole * channels
        rest -= whole * box
      }
      while rest > 0 {
        let run = min(left, rest)
        Self.addWhole(sample, boxes: 1, run, channels, sum)
        sample += run * channels
        rest -= run
        left -= run
        if left == 0 {
          left = box
          sum += channels
        }
      }
      done += count
      if done == total, padding > 0 {
        let last = sample - channels
        for channel in 0..<channels { sum[channel] += last[channel] * Float(padding) }
      }
    }
  }

  /// Adds `box` pixels to each sum, one after another.
  private static func addWhole(
    _ samples: UnsafePointer<Float>, boxes: Int, _ box: Int, _ channels: Int,
    _ sums: UnsafeMutablePointer<Float>
  ) {
    if channels == 4 {
      var source = UnsafeRawPointer(samples)
      var target = UnsafeMutableRawPointer(sums)
      for _ in 0..<boxes {
        var value = target.loadUnaligned(as: SIMD4<Float>.self)
        for _ in 0..<box {
          value += source.loadUnaligned(as: SIMD4<Float>.self)
          source += 16
        }
        target.storeBytes(of: value, as: SIMD4<Float>.self)
        target += 16
      }
      return
    }
    if channels == 3 {
      // This reads four floats, the last of which is the next pixel's: the buffer has four per
      // pixel.
      var source = UnsafeRawPointer(samples)
      var target = sums
      for _ in 0..<boxes {
        var value = SIMD4(target[0], target[1], target[2], 0)
        for _ in 0..<box {
          value += source.loadUnaligned(as: SIMD4<Float>.self)
          source += 12
        }
        target[0] = value.x
        target[1] = value.y
        target[2] = value.z
        target += 3
      }
      return
    }
    for channel in 0..<channels {
      var source = samples + channel
      var target = sums + channel
      for _ in 0..<boxes {
        var value = target.pointee
        for _ in 0..<box {
          value += source.pointee
          source += channels
        }
        target.pointee = value
        target += channels
      }
    }
  }
}

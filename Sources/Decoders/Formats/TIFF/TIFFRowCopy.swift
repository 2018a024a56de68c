import DecoderKit

/// Copies stored pixels to the reducer's rows.
struct TIFFRowCopy {
  /// How to map numbers that define no white.
  enum Numbers {
    /// Convert the numbers to pixels, stretched over a range.
    case spread(over: TIFFRange)
    /// Only extend the range; write nothing.
    case looking(for: TIFFRange)
  }

  private let pixels: TIFFPixels
  private let range: Numbers
  /// Bytes per finished pixel.
  let pixelBytes: Int

  init(_ pixels: TIFFPixels, _ range: Numbers) {
    self.pixels = pixels
    self.range = range
    pixelBytes = pixels.format.bytesPerPixel
  }

  /// True if libtiff has converted the stored pixels.
  var isConverted: Bool {
    if case .convertedByLibrary = pixels.method { true } else { false }
  }

  /// Copies `count` pixels, from `first` of a stored row on.
  func copy(
    _ row: UnsafeRawPointer, first: Int, count: Int, to target: UnsafeMutableRawPointer
  ) {
    switch pixels.method {
    case .table(let bits, let entries):
      look(up: row, first: first, count: count, bits: bits, entries: entries, to: target)
    case .bytes(let correction):
      target.copyMemory(from: row + first * pixelBytes, byteCount: count * pixelBytes)
      mend(target, count: count, correction)
    case .numbers(let numbers):
      switch range {
      case .spread(let range): numbers.copy(row, first: first, count: count, range, to: target)
      case .looking(let range): numbers.extend(range, row, first: first, count: count)
      }
    case .lab(let lab): lab.copy(row, first: first, count: count, to: target)
    case .palette(let palette): palette.copy(row, first: first, count: count, to: target)
    case .differences(let differences):
      differences.copy(row, first: first, count: count, to: target)
    case .convertedByLibrary:
      target.copyMemory(from: row + first * 4, byteCount: count * 4)
      if pixels.hasAlpha { divide(target.assumingMemoryBound(to: UInt8.self), count, 3, 4) }
    }
  }

  private func look(
    up row: UnsafeRawPointer, first: Int, count: Int, bits: Int, entries: [UInt8],
    to target: UnsafeMutableRawPointer
  ) {
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    let out = target.assumingMemoryBound(to: UInt8.self)
    let mask = (1 << bits) - 1
    let size = pixelBytes
    entries.withUnsafeBufferPointer { entries in
      for index in 0..<count {
        let bit = (first &+ index) &* bits
        let shift = 8 &- bits &- (bit & 7)
        let number = Int(bytes[bit >> 3]) >> shift & mask
        for channel in 0..<size {
          out[index &* size &+ channel] = entries[number &* size &+ channel]
        }
      }
    }
  }

  private func mend(
    _ target: UnsafeMutableRawPointer, count: Int, _ correction: TIFFPixels.Correction
  ) {
    guard !correction.isEmpty else { return }
    let format = pixels.format
    let colors = format.channels.count - (format.channels.hasAlpha ? 1 : 0)
    let step = pixelBytes * 8 / format.depth
    if format.depth == 8 {
      let samples = target.assumingMemoryBound(to: UInt8.self)
      if correction.contains(.inverted) { invert(samples, count, colors, step) }
      if correction.contains(.premultiplied) { divide(samples, count, colors, step) }
    } else {
      let samples = target.assumingMemoryBound(to: UInt16.self)
      if correction.contains(.inverted) { invert(samples, count, colors, step) }
      if correction.contains(.premultiplied) { divide(samples, count, colors, step) }
    }
  }

  private func invert<Sample: FixedWidthInteger>(
    _ samples: UnsafeMutablePointer<Sample>, _ count: Int, _ colors: Int, _ step: Int
  ) {
    for pixel in 0..<count {
      for channel in 0..<colors { samples[pixel &* step &+ channel] ^= Sample.max }
    }
  }

  /// Divides colours by the alpha after them, rounding to nearest.
  private func divide<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeMutablePointer<Sample>, _ count: Int, _ colors: Int, _ step: Int
  ) {
    let most = UInt64(Sample.max)
    for pixel in 0..<count {
      let start = pixel &* step
      let alpha = UInt64(samples[start &+ colors])
      guard alpha < most else { continue }
      for channel in start..<start &+ colors {
        let color = UInt64(samples[channel])
        let straight = alpha == 0 ? 0 : (color &* most &+ alpha / 2) / alpha
        samples[channel] = Sample(min(straight, most))
      }
    }
  }
}

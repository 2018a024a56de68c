import CTIFF
import Resampling

/// Converts palette pixels with extra samples or wide indices.
///
/// The second sample may be alpha, which is straight: indices can't be premultiplied.
struct TIFFPalette {
  private let bits: Int
  private let samples: Int
  /// True if samples of odd widths are stored in words of their own.
  private let isSpread: Bool
  /// Red, green and blue of each entry.
  private let entries: [UInt8]
  /// The format of the finished rows.
  let format: RowFormat

  /// The palette of a directory, three bytes per entry.
  init(_ directory: TIFFDirectory, entries: [UInt8]) {
    bits = directory.bits
    samples = directory.samples
    isSpread = directory.isSeparate && bits % 8 != 0
    self.entries = entries
    format = RowFormat(channels: directory.hasAlpha(behind: 1) ? .rgba : .rgb)
  }

  /// Writes some pixels of a stored row.
  func copy(
    _ row: UnsafeRawPointer, first: Int, count: Int, to target: UnsafeMutableRawPointer
  ) {
    let out = target.assumingMemoryBound(to: UInt8.self)
    let channels = format.channels.count
    let most = (1 << bits) &- 1
    entries.withUnsafeBufferPointer { entries in
      for index in 0..<count {
        let start = (first &+ index) &* samples
        let number = sample(row, start) &* 3
        for channel in 0..<3 {
          out[index &* channels &+ channel] = entries[number &+ channel]
        }
        guard channels == 4 else { continue }
        let alpha = sample(row, start &+ 1)
        out[index &* 4 &+ 3] = UInt8(truncatingIfNeeded: (alpha &* 255 &+ most / 2) / most)
      }
    }
  }

  @inline(__always)
  private func sample(_ row: UnsafeRawPointer, _ index: Int) -> Int {
    if bits == 8 { return Int(row.load(fromByteOffset: index, as: UInt8.self)) }
    if bits == 16 || isSpread {
      let word = row.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)
      return Int(word) & ((1 << bits) &- 1)
    }
    return TIFFBits.number(at: index &* bits, count: bits, in: row)
  }
}

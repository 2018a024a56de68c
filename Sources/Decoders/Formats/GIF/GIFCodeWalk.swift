import DecoderKit
import DecoderProtocol

/// Counts the pixels that a frame's LZW codes encode, without decoding them.
///
/// giflib notices only while decoding that codes end early or are invalid. That is too late for a
/// still picture: its `PictureHeader` must state in advance if any pixels are transparent.
struct GIFCodeWalk {
  /// The number of pixels before the codes end or are invalid; at most the requested number.
  private(set) var pixels = 0
  /// Bytes of codes read.
  private(set) var byteCount = 0

  /// A frame with more bytes of codes counts as complete: reading this many takes milliseconds.
  static let mostBytes = 1 << 20
  /// The largest code size in bits.
  private static let mostBits = 12

  /// Reads a frame's codes, whose code size is at `start`, for `wanted` pixels.
  ///
  /// `nil` if that would take more than `most` bytes.
  init?(_ bytes: GIFBytes, at start: Int, wanted: Int, most: Int) throws(CodecError) {
    guard let bits = try bytes.byte(at: start), bits <= 8 else { return }
    var blocks = GIFBlockBytes(bytes, at: start + 1)
    let (clear, end) = (1 << bits, 1 << bits + 1)
    var lengths = [Int](repeating: 1, count: 1 << Self.mostBits)
    var (width, next, last) = (bits + 1, end + 1, 0)
    var (pool, count) = (0, 0)
    while pixels < wanted {
      while count < width {
        guard let byte = try blocks.next() else { return }
        pool |= byte << count
        count += 8
        byteCount += 1
      }
      guard byteCount <= most else { return nil }
      let code = pool & (1 << width - 1)
      pool >>= width
      count -= width
      if code == clear {
        (width, next, last) = (bits + 1, end + 1, 0)
        continue
      }
      guard code != end, code < next || code == next && last > 0 else { return }
      // The code just being defined is the previous one plus one pixel.
      let length = code == next ? last + 1 : lengths[code]
      if last > 0, next < lengths.count {
        lengths[next] = last + 1
        next += 1
        if next == 1 << width, width < Self.mostBits { width += 1 }
      }
      pixels = min(wanted, pixels + length)
      last = length
    }
  }
}

/// The bytes inside sub-blocks, in sequence.
private struct GIFBlockBytes {
  private let bytes: GIFBytes
  private var place: Int
  private var left = 0
  private var isAtEnd = false

  /// Starts with the sub-block whose length is at an offset.
  init(_ bytes: GIFBytes, at place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// The next byte; `nil` after the last sub-block or at the end of the file.
  mutating func next() throws(CodecError) -> Int? {
    if left == 0, !isAtEnd {
      left = try bytes.byte(at: place) ?? 0
      place += 1
      isAtEnd = left == 0
    }
    guard !isAtEnd, let byte = try bytes.byte(at: place) else { return nil }
    place += 1
    left -= 1
    return byte
  }
}

import DecoderKit
import DecoderProtocol

/// Counts the pixels that a frame's codes stand for, without making them.
///
/// giflib tells where codes end or make no sense only when it comes there. That is too late for a
/// picture by itself: the header says before whether some of its pixels are transparent.
struct GIFCodeWalk {
  /// How many pixels the codes make before they end or one makes no sense; no more than asked for.
  private(set) var pixels = 0
  /// Bytes of codes that were read.
  private(set) var byteCount = 0

  /// Beyond so many bytes of codes a frame counts as whole: reading them takes milliseconds.
  static let mostBytes = 1 << 20
  /// Codes have no more bits, by the format.
  private static let mostBits = 12

  /// Reads the codes of a frame, whose size of codes stands at `start`, for `wanted` pixels.
  ///
  /// `nil` where that would take more than `most` bytes.
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
      // The code that is only now made stands for the one before it and one pixel more.
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

/// The bytes inside of blocks, one after the other.
private struct GIFBlockBytes {
  private let bytes: GIFBytes
  private var place: Int
  private var left = 0
  private var isAtEnd = false

  /// Begins with the block whose length stands at a place.
  init(_ bytes: GIFBytes, at place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// The next byte; `nil` behind the last block, or where the file ends.
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

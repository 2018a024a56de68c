import DecoderKit
import DecoderProtocol

/// Reads the one property of a lossy picture that libwebp does not report: the number of
/// partitions.
///
/// With more than one, the data of adjacent rows is far apart: libwebp then keeps all its input,
/// and copies it each time it gets more.
enum VP8FrameHeader {
  /// Bytes of the header to read; the number is within the first hundred.
  private static let mostBytes = 256

  /// The number of partitions, 1 to 8; the maximum if the header is truncated.
  static func partitionCount(
    of payload: Range<Int>, in input: PictureInput
  ) throws(CodecError) -> Int {
    // Three bytes of frame tag, three of signature, four of size (RFC 6386, 9.1).
    let start = payload.lowerBound + 10
    let bytes = try input.bytes(
      at: start, count: min(mostBytes, max(0, payload.upperBound - start)))
    var bits = VP8Bits(bytes)
    bits.skip(2)  // colour space, clamping
    if bits.flag() { skipSegments(&bits) }
    bits.skip(1 + 6 + 3)  // the filter's type, level and sharpness
    if bits.flag(), bits.flag() {
      for _ in 0..<8 where bits.flag() { bits.skip(7) }
    }
    return 1 << bits.number(2)
  }

  private static func skipSegments(_ bits: inout VP8Bits) {
    let hasMap = bits.flag()
    if bits.flag() {
      bits.skip(1)
      for _ in 0..<4 where bits.flag() { bits.skip(8) }
      for _ in 0..<4 where bits.flag() { bits.skip(7) }
    }
    if hasMap {
      for _ in 0..<3 where bits.flag() { bits.skip(8) }
    }
  }
}

/// Decodes an arithmetically coded header with even probabilities (RFC 6386, 7.3).
private struct VP8Bits {
  private let bytes: [UInt8]
  private var next = 2
  private var value: UInt32
  private var range: UInt32 = 255
  private var shifts = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    value = bytes.prefix(2).reduce(0) { $0 << 8 | UInt32($1) }
    if bytes.count < 2 { value <<= 8 * UInt32(2 - bytes.count) }
  }

  mutating func flag() -> Bool {
    let split = 1 + ((range - 1) * 128) >> 8
    let isSet = value >= split << 8
    if isSet {
      range -= split
      value -= split << 8
    } else {
      range = split
    }
    while range < 128 {
      value <<= 1
      range <<= 1
      shifts += 1
      guard shifts == 8 else { continue }
      shifts = 0
      if next < bytes.count { value |= UInt32(bytes[next]) }
      next += 1
    }
    return isSet
  }

  mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { number, _ in number << 1 | (flag() ? 1 : 0) }
  }

  mutating func skip(_ count: Int) { _ = number(count) }
}

import DecoderKit
import DecoderProtocol

/// A few bytes of a file, and its little-endian numbers; `nil` beyond the end.
struct WebPBytes {
  let bytes: [UInt8]

  init(_ input: PictureInput, at offset: Int, count: Int) throws(CodecError) {
    bytes = try input.bytes(at: offset, count: count)
  }

  /// A number of `count` bytes.
  func number(_ offset: Int, bytes count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// A four-letter tag.
  func tag(_ offset: Int) -> String? {
    guard offset + 4 <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }
}

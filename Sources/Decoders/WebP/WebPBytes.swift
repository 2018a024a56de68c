import DecoderKit
import DecoderProtocol

/// A few bytes of a file, with its numbers: little-endian, `nil` behind the end.
struct WebPBytes {
  let bytes: [UInt8]

  init(_ input: PictureInput, at offset: Int, count: Int) throws(DecodeFailure) {
    bytes = try input.bytes(at: offset, count: count)
  }

  /// A number of some bytes.
  func number(_ offset: Int, bytes count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// A name of four letters.
  func tag(_ offset: Int) -> String? {
    guard offset + 4 <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }
}

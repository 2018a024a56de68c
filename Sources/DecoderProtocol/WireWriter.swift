/// Builds one message: little-endian numbers behind a 32-bit length.
struct WireWriter {
  private(set) var bytes: [UInt8] = [0, 0, 0, 0]

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number that a caller keeps within 32 bits; one that isn't becomes the largest, which the
  /// other side refuses.
  mutating func put32(_ number: Int) { put(UInt32(clamping: number)) }

  mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

  mutating func put(_ blob: [UInt8]) {
    put32(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// The finished message, its length in front.
  func finished() -> [UInt8] {
    var message = bytes
    let length = UInt32(bytes.count - 4).littleEndian
    withUnsafeBytes(of: length) { for (index, byte) in $0.enumerated() { message[index] = byte } }
    return message
  }
}

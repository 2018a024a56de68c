/// Builds one message: little-endian numbers behind a 32-bit length.
package struct WireWriter {
  private(set) var bytes: [UInt8] = [0, 0, 0, 0]

  /// A message without a field.
  package init() {}

  /// A number, its lowest byte first.
  package mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number that a caller keeps within 32 bits; one that isn't becomes the largest, which the
  /// other side refuses.
  package mutating func put32(_ number: Int) { put(UInt32(clamping: number)) }

  /// A number that is not negative; one that is becomes the largest, which the other side refuses.
  package mutating func put64(_ number: Int) { put(UInt64(exactly: number) ?? .max) }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  mutating func put(_ number: Float) { put(number.bitPattern) }

  /// A name behind its length in one byte, cut between two characters where it is too long.
  package mutating func put(name: String) {
    let text = name.utf8(atMost: WireFormat.longestName)
    put(UInt8(text.count))
    bytes.append(contentsOf: text)
  }

  /// A flag, in one byte.
  package mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

  /// Bytes behind their number.
  package mutating func put(_ blob: [UInt8]) {
    put32(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Numbers one behind the other, up to the message's end.
  mutating func put(_ numbers: [UInt16]) {
    numbers.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// The finished message, its length in front.
  package func finished() -> [UInt8] {
    var message = bytes
    let length = UInt32(bytes.count - 4).littleEndian
    withUnsafeBytes(of: length) { for (index, byte) in $0.enumerated() { message[index] = byte } }
    return message
  }
}

/// Encodes one message: little-endian numbers after a 32-bit length.
package struct WireWriter {
  private(set) var bytes: [UInt8] = [0, 0, 0, 0]

  /// A message without fields.
  package init() {}

  /// Appends a number in little-endian order.
  package mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a number as 32 bits; one that does not fit becomes the largest, which the receiver
  /// rejects.
  package mutating func put32(_ number: Int) { put(UInt32(clamping: number)) }

  /// Appends a number as 64 bits; a negative one becomes the largest, which the receiver rejects.
  package mutating func put64(_ number: Int) { put(UInt64(exactly: number) ?? .max) }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  mutating func put(_ number: Float) { put(number.bitPattern) }

  /// Appends a name after a length byte; too long a name is cut between two characters.
  package mutating func put(name: String) {
    let text = name.utf8(atMost: WireFormat.longestName)
    put(UInt8(text.count))
    bytes.append(contentsOf: text)
  }

  /// Appends a flag as one byte.
  package mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

  /// Appends bytes after their count.
  package mutating func put(_ blob: [UInt8]) {
    put32(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Appends numbers without a count; they reach to the message's end.
  mutating func put(_ numbers: [UInt16]) {
    numbers.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// The complete message with its length prefix.
  package func finished() -> [UInt8] {
    var message = bytes
    let length = UInt32(bytes.count - 4).littleEndian
    withUnsafeBytes(of: length) { for (index, byte) in $0.enumerated() { message[index] = byte } }
    return message
  }
}

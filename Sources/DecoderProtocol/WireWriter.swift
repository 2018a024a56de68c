/// Builds one message: little-endian numbers behind a 32-bit length.
struct WireWriter {
  private(set) var bytes: [UInt8] = [0, 0, 0, 0]

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number that a caller keeps within 32 bits; one that isn't becomes the largest, which the
  /// other side refuses.
  mutating func put32(_ number: Int) { put(UInt32(clamping: number)) }

  /// A number that is not negative; one that is becomes the largest, which the other side refuses.
  mutating func put64(_ number: Int) { put(UInt64(exactly: number) ?? .max) }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  mutating func put(_ number: Float) { put(number.bitPattern) }

  /// A name behind its length in one byte, cut between two characters where it is too long.
  mutating func put(name: String) {
    let text = name.utf8(atMost: WireFormat.longestName)
    put(UInt8(text.count))
    bytes.append(contentsOf: text)
  }

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

extension String {
  /// The bytes of the text, cut between two characters where there are too many.
  func utf8(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      guard bytes.count + UTF8.width(scalar) <= limit else { break }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return bytes
  }
}

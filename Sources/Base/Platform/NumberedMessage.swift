/// A message of eight little-endian 64-bit numbers: its type and its fields.
package protocol NumberedMessage {
  /// The type and the fields, at most seven.
  var numbers: [Int] { get }
  /// Creates a message of eight numbers, none of them negative; `nil` if it is invalid.
  init?(numbers: [Int])
}

extension NumberedMessage {
  /// Bytes per message.
  package static var byteCount: Int { 64 }

  /// The encoded message.
  package var encoded: [UInt8] {
    let numbers = numbers + Array(repeating: 0, count: 8 - numbers.count)
    return numbers.flatMap { number in
      withUnsafeBytes(of: Int64(number).littleEndian) { Array($0) }
    }
  }

  /// Decodes a message; `nil` if it is invalid.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var numbers = [Int](repeating: 0, count: 8)
    for (index, byte) in bytes.enumerated() { numbers[index / 8] |= Int(byte) << (index % 8 * 8) }
    guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(numbers: numbers)
  }
}

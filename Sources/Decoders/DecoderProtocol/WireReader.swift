/// Decodes one message; every step throws if the message is invalid.
package struct WireReader {
  private var rest: ArraySlice<UInt8>

  /// A reader of a message without its length prefix.
  package init(_ payload: ArraySlice<UInt8>) { rest = payload }

  /// Reads a little-endian number.
  package mutating func take<Number: FixedWidthInteger>(_: Number.Type) throws(WireError) -> Number
  {
    let size = Number.bitWidth / 8
    guard rest.count >= size else { throw .badSize }
    var number: Number = 0
    for (index, byte) in rest.prefix(size).enumerated() {
      number |= Number(truncatingIfNeeded: byte) << Number(truncatingIfNeeded: 8 * index)
    }
    rest = rest.dropFirst(size)
    return number
  }

  /// Reads a 32-bit number.
  package mutating func take32() throws(WireError) -> Int { Int(try take(UInt32.self)) }

  /// Reads a 64-bit number within bounds.
  package mutating func take64(
    in bounds: ClosedRange<Int>, _ field: StaticString
  ) throws(WireError) -> Int {
    guard let number = Int(exactly: try take(UInt64.self)), bounds.contains(number) else {
      throw .badValue(field)
    }
    return number
  }

  /// Reads a finite number within bounds.
  package mutating func takeDouble(
    in bounds: ClosedRange<Double>, _ field: StaticString
  ) throws(WireError) -> Double {
    let number = Double(bitPattern: try take(UInt64.self))
    guard bounds.contains(number) else { throw .badValue(field) }
    return number
  }

  /// Reads a finite number within bounds.
  package mutating func takeFloat(
    in bounds: ClosedRange<Float>, _ field: StaticString
  ) throws(WireError) -> Float {
    let number = Float(bitPattern: try take(UInt32.self))
    guard bounds.contains(number) else { throw .badValue(field) }
    return number
  }

  /// Reads a name after a length byte; invalid UTF-8 is replaced.
  package mutating func takeName() throws(WireError) -> String {
    let count = Int(try take(UInt8.self))
    guard rest.count >= count else { throw .badSize }
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  /// Reads a flag: 0 or 1.
  package mutating func takeFlag() throws(WireError) -> Bool {
    switch try take(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw .badValue("flag")
    }
  }

  /// Reads bytes after their count.
  package mutating func takeBlob(atMost limit: Int) throws(WireError) -> [UInt8] {
    let count = try take32()
    guard count <= limit else { throw .badValue("length") }
    guard rest.count >= count else { throw .badSize }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Reads all 16-bit numbers up to the end.
  mutating func takeShorts() throws(WireError) -> [UInt16] {
    let count = rest.count / 2
    guard count * 2 == rest.count else { throw .badSize }
    let numbers = rest.withUnsafeBytes { bytes in
      (0..<count).map {
        UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self))
      }
    }
    rest = []
    return numbers
  }

  /// True if nothing is left.
  var isAtEnd: Bool { rest.isEmpty }

  /// Throws unless the message has been read completely.
  package func finish() throws(WireError) { guard rest.isEmpty else { throw .badSize } }
}

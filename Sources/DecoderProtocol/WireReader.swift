/// Takes one message apart; every step may find it broken.
struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(_ payload: ArraySlice<UInt8>) { rest = payload }

  mutating func take<Number: FixedWidthInteger>(_: Number.Type) throws(WireError) -> Number {
    let size = Number.bitWidth / 8
    guard rest.count >= size else { throw .badSize }
    var number: Number = 0
    for (index, byte) in rest.prefix(size).enumerated() {
      number |= Number(truncatingIfNeeded: byte) << Number(truncatingIfNeeded: 8 * index)
    }
    rest = rest.dropFirst(size)
    return number
  }

  mutating func take32() throws(WireError) -> Int { Int(try take(UInt32.self)) }

  mutating func takeFlag() throws(WireError) -> Bool {
    switch try take(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw .badValue("flag")
    }
  }

  mutating func takeBlob(atMost limit: Int) throws(WireError) -> [UInt8] {
    let count = try take32()
    guard count <= limit else { throw .badValue("length") }
    guard rest.count >= count else { throw .badSize }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  func finish() throws(WireError) { guard rest.isEmpty else { throw .badSize } }
}

import Glibc

/// The order in which people expect names: file2 before file10, capitals beside small letters.
///
/// Numbers are compared by value and letters without their case; where that finds no difference the
/// bytes decide, so that it is a total order and two different names are never equal.
enum NaturalOrder {
  /// Whether the first name comes before the second.
  static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in compare(first, second) < 0 }
    }
  }

  /// Negative where the first comes before the second, zero only where they are the same bytes.
  static func compare(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let start = sharedStart(first, second)
    var (a, b) = (Cursor(first, at: start), Cursor(second, at: start))
    while let left = a.peek, let right = b.peek {
      let order: Int
      if isDigit(left) && isDigit(right) {
        order = compareNumbers(&a, &b)
      } else if left < 0x80 && right < 0x80 {
        order = Int(folded(left)) - Int(folded(right))
        a.skip()
        b.skip()
      } else {
        order = Int(a.nextUnit()) - Int(b.nextUnit())
      }
      if order != 0 { return order }
    }
    if a.peek != nil { return 1 }
    if b.peek != nil { return -1 }
    return first.compareBytes(to: second)
  }

  /// Where comparing has to begin: names in a folder often begin alike, as cameras number them.
  ///
  /// It never lies within a number or within a letter of several bytes.
  private static func sharedStart(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(first.count, second.count)
    var start = 0
    while start < count && first[start] == second[start] { start &+= 1 }
    if start > 0 && first[start &- 1] >= 0x80 {
      while start > 0 && first[start &- 1] >= 0x80 { start &-= 1 }
    } else {
      while start > 0 && isDigit(first[start &- 1]) { start &-= 1 }
    }
    return start
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Compares two runs of digits by value, of any length, and steps over both.
  private static func compareNumbers(_ a: inout Cursor, _ b: inout Cursor) -> Int {
    let (left, right) = (a.takeNumber(), b.takeNumber())
    if left.count != right.count { return left.count - right.count }
    return left.compareBytes(to: right)
  }

  private struct Cursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
      self.bytes = bytes
      self.position = position
    }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip() { position &+= 1 }

    /// The digits from here on, without the zeros that lead them.
    mutating func takeNumber() -> UnsafeBufferPointer<UInt8> {
      while position < bytes.count && bytes[position] == 0x30 { position &+= 1 }
      let start = position
      while position < bytes.count && isDigit(bytes[position]) { position &+= 1 }
      return UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    /// The scalar here in small letters; a byte that is no UTF-8 comes after every scalar.
    mutating func nextUnit() -> UInt32 {
      let byte = bytes[position]
      if byte < 0x80 {
        position &+= 1
        return UInt32(folded(byte))
      }
      var decoder = UTF8()
      var rest = bytes[position...].prefix(4).makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
        position &+= 1
        return 0x11_0000 + UInt32(byte)
      }
      position &+= UTF8.width(scalar)
      let small = scalar.properties.lowercaseMapping.unicodeScalars
      return small.count == 1 ? small.first.map(\.value) ?? scalar.value : scalar.value
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Negative where these come before other bytes, zero only where they are the same.
  func compareBytes(to other: UnsafeBufferPointer<UInt8>) -> Int {
    let shared = Swift.min(count, other.count)
    if shared > 0, let start = baseAddress, let otherStart = other.baseAddress {
      let order = memcmp(start, otherStart, shared)
      if order != 0 { return Int(order) }
    }
    return count - other.count
  }
}

import Glibc

/// Natural order of names: file2 before file10, ignoring case.
///
/// Numbers are compared by value and letters without case. Remaining ties are resolved bytewise, so
/// it is a total order in which two different names are never equal.
enum NaturalOrder {
  /// Returns true if the first name comes before the second.
  static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in compare(first, second) < 0 }
    }
  }

  /// Returns a negative value if the first name comes before the second, 0 only if the bytes are
  /// equal.
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

  /// Returns where the comparison starts: names in a folder often share a prefix, as with cameras'
  /// numbering.
  ///
  /// It is never within a number or a multi-byte character.
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

  /// Compares two runs of digits of any length by value, and advances past both.
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

    /// Returns the digits from here on, without leading zeros.
    mutating func takeNumber() -> UnsafeBufferPointer<UInt8> {
      while position < bytes.count && bytes[position] == 0x30 { position &+= 1 }
      let start = position
      while position < bytes.count && isDigit(bytes[position]) { position &+= 1 }
      return UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    /// Returns the next scalar in lower case; an invalid byte sorts after every scalar.
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
  /// Returns a negative value if these bytes come before the others, 0 only if they are equal.
  func compareBytes(to other: UnsafeBufferPointer<UInt8>) -> Int {
    let shared = Swift.min(count, other.count)
    if shared > 0, let start = baseAddress, let otherStart = other.baseAddress {
      let order = memcmp(start, otherStart, shared)
      if order != 0 { return Int(order) }
    }
    return count - other.count
  }
}

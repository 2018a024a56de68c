/// Reads the numbers of large tables: some hundred thousand, nearly all of them short.
enum QuickDecimal {
  /// The number of a field, as exact as reading it in the long way; `nil` where that is needed.
  ///
  /// Up to 15 digits fit a `Double` exactly, and so do powers of ten up to 22: their product or
  /// quotient is rounded once (Clinger, How to Read Floating Point Numbers Accurately, 1990).
  static func float(_ bytes: ArraySlice<UInt8>) -> Float? {
    var index = bytes.startIndex
    let end = bytes.endIndex
    guard index < end else { return nil }
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var places = 0
    var hasPoint = false
    while index < end {
      let byte = bytes[index]
      if byte.isDigit {
        mantissa = mantissa &* 10 &+ UInt64(byte - 0x30)
        digits += 1
        if hasPoint { places += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return nil
      }
      index += 1
    }
    guard digits > 0, digits <= 15 else { return nil }
    let number = Double(mantissa) / powersOfTen[places]
    return Float(isNegative ? -number : number)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

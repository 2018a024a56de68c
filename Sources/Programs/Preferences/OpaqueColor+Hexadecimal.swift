import Geometry

extension OpaqueColor {
  /// Parses six hexadecimal digits with an optional `#` in front; `nil` for anything else.
  package init?(hexadecimal text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    // Each digit is checked, because `UInt32` would accept a sign.
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    self.init(
      red: UInt8(number >> 16 & 255), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }

  /// The colour as six hexadecimal digits.
  var hexadecimal: String {
    let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}

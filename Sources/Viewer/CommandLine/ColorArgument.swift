import ArgumentParser
import Rendering

/// A colour as the command line writes it: six hexadecimal digits, with or without `#`.
struct ColorArgument: Hashable, ExpressibleByArgument {
  /// The colour.
  let color: Backdrop.Color

  init?(argument: String) {
    let digits = argument.hasPrefix("#") ? argument.dropFirst() : argument[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    color = Backdrop.Color(
      red: UInt8(number >> 16 & 255), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }
}

import Geometry

/// Colours in text.
extension PaintColor {
  /// Parses `#rrggbb` or `#rrggbbaa`; `nil` for any other text.
  package init?(parsing text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 7 || digits.count == 9, digits[0] == UInt8(ascii: "#") else { return nil }
    var channels = [0.0, 0, 0, 1]
    for channel in 0..<(digits.count / 2) {
      guard let high = Self.digit(digits[1 + 2 * channel]),
        let low = Self.digit(digits[2 + 2 * channel])
      else { return nil }
      channels[channel] = Double(high * 16 + low) / 255
    }
    self.init(red: channels[0], green: channels[1], blue: channels[2], alpha: channels[3])
  }

  /// The colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque; channels are rounded to 8
  /// bits.
  package var text: String {
    let channels = alpha == 1 ? [red, green, blue] : [red, green, blue, alpha]
    return channels.reduce("#") { text, channel in
      let digits = String(Self.step(channel), radix: 16)
      return text + (digits.count == 1 ? "0" : "") + digits
    }
  }

  /// The nearest colour that can be written.
  package var rounded: PaintColor {
    PaintColor(
      red: Double(Self.step(red)) / 255, green: Double(Self.step(green)) / 255,
      blue: Double(Self.step(blue)) / 255, alpha: Double(Self.step(alpha)) / 255)
  }

  private static func step(_ channel: Double) -> UInt8 {
    channel.isNaN ? 0 : UInt8(max(0, min(channel * 255, 255)).rounded())
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      Int(byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}

/// The value of a parameter, in the case of the parameter's kind.
package enum FilterValue: Hashable, Sendable {
  /// A number.
  case float(Double)
  /// An integer.
  case int(Int)
  /// On or off.
  case bool(Bool)
  /// The index of the chosen option.
  case option(Int)
  /// A colour.
  case color(FilterColor)
  /// A colour table; `nil` if no file is chosen, so that the filter has no effect.
  case file(FilterFile?)
}

/// A colour that is not premultiplied, in the display's encoding; each channel is from 0 to 1.
package struct FilterColor: Hashable, Sendable {
  /// Red.
  package var red: Double
  /// Green.
  package var green: Double
  /// Blue.
  package var blue: Double
  /// Opacity.
  package var alpha: Double

  /// Creates a colour from its channels.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

/// A file that a parameter names, with its contents.
package struct FilterFile: Hashable, Sendable {
  /// The name as it was given; bytes, without NUL.
  package var path: [UInt8]
  /// The table in the file.
  package var table: CubeTable

  /// Reads the table of a path.
  package typealias Reading = (_ path: [UInt8]) throws(FilterError) -> CubeTable

  /// Creates a file from its table.
  package init(path: [UInt8], table: CubeTable) {
    self.path = path
    self.table = table
  }
}

extension FilterColor {
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

  /// The colour with its channels rounded to 8 bits.
  package var rounded: FilterColor {
    FilterColor(
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

/// The palette of a pixmap, by the keys that stand for pixels.
struct XPMColors: Sendable {
  /// The maximum number of characters in a key, so that it fits one number.
  static let longestKey = 8

  /// True if any colour is transparent.
  private(set) var hasNone = false
  private let keyLength: Int
  private var colors: [UInt64: UInt32] = [:]

  init(keyLength: Int) { self.keyLength = keyLength }

  /// The colour of a key, whose first character is the highest byte: red is the lowest byte, alpha
  /// the highest.
  subscript(key: UInt64) -> UInt32? { colors[key] }

  /// Adds a colour from its text: a key, then a colour for each kind of screen.
  mutating func add(_ text: [UInt8]) {
    guard text.count >= keyLength else { return }
    let key = text.prefix(keyLength).reduce(0) { $0 << 8 | UInt64($1) }
    let color = Self.color(of: text.dropFirst(keyLength))
    if color >> 24 == 0 { hasNone = true }
    colors[key] = color
  }

  /// The kinds of screens, in order of preference: colour, grey, four greys, black and white.
  private static let screens = ["c", "g", "g4", "m"]

  private static func color(of text: ArraySlice<UInt8>) -> UInt32 {
    let words = text.split(whereSeparator: { TextReader.isSpace($0) })
    var values: [String: [UInt8]] = [:]
    var screen = ""
    for word in words {
      let name = String(decoding: word, as: UTF8.self)
      // A two-word colour name may contain a kind's name; a kind comes only after a value.
      if screens.contains(name) || name == "s", values[screen] != [] {
        screen = name
        values[screen] = []
      } else if screen != "" {
        let value = values[screen] ?? []
        values[screen] = value + (value.isEmpty ? [] : [0x20]) + word
      }
    }
    for screen in screens {
      if let value = values[screen], !value.isEmpty { return color(named: value) }
    }
    return black
  }

  private static let black: UInt32 = 0xFF00_0000

  /// A colour by its digits or name; black if unknown.
  private static func color(named name: [UInt8]) -> UInt32 {
    if name.first == UInt8(ascii: "#") { return color(digits: name.dropFirst()) ?? black }
    let word = String(decoding: name, as: UTF8.self).lowercased()
    if word == "none" || word == "transparent" { return 0 }
    return NamedColors.color(name).map { packed($0[0], $0[1], $0[2]) } ?? black
  }

  /// One to four digits for each of three colours, scaled to 8 bits.
  private static func color(digits: ArraySlice<UInt8>) -> UInt32? {
    let each = digits.count / 3
    guard digits.count % 3 == 0, (1...4).contains(each) else { return nil }
    let most = (1 << (4 * each)) - 1
    var parts: [UInt8] = []
    for start in stride(from: digits.startIndex, to: digits.endIndex, by: each) {
      let text = String(decoding: digits[start..<start + each], as: UTF8.self)
      guard let value = Int(text, radix: 16), value >= 0 else { return nil }
      parts.append(UInt8((value * 255 + most / 2) / most))
    }
    return packed(parts[0], parts[1], parts[2])
  }

  private static func packed(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | black
  }
}

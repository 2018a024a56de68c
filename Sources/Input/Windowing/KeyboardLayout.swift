import CX11
import Gestures

/// Which of a keyboard's groups have Latin letters, and the keys' positions on a US keyboard.
struct KeyboardLayout {
  /// The keysyms of each key in each group, without and with Shift.
  private var symbols: [Int: [[Keysym]]] = [:]
  /// The keysyms of each key's position on a US keyboard, without and with Shift.
  private var positions: [Int: [Keysym]] = [:]
  /// The groups with Latin letters.
  private var latinGroups: [Int] = []

  /// The minimum number of the 26 letters in a Latin group; some languages' layouts lack a few.
  private static let fewestLetters = 13

  /// Queries the keyboard's current layout from the server.
  init(_ display: OpaquePointer?) {
    guard let display, let map = XkbGetMap(display, 0, UInt32(XkbUseCoreKbd)) else { return }
    defer { XkbFreeKeyboard(map, 0, 1) }
    var first: Int32 = 0
    var last: Int32 = 0
    XDisplayKeycodes(display, &first, &last)
    guard (8...255).contains(first), (first...255).contains(last) else { return }
    // XkbGetNames allocates the key names by these.
    map.pointee.min_key_code = KeyCode(first)
    map.pointee.max_key_code = KeyCode(last)
    let codes = Int(first)...Int(last)
    for code in codes {
      symbols[code] = (0..<4).map { group in
        (0..<2).map { level in
          let symbol = XkbKeycodeToKeysym(display, KeyCode(code), Int32(group), Int32(level))
          return Keysym(rawValue: UInt32(truncatingIfNeeded: symbol))
        }
      }
    }
    latinGroups = (0..<4).filter { group in
      let letters = symbols.values.map { $0[group][0] }.filter { $0.isLatinLetter }
      return Set(letters).count >= Self.fewestLetters
    }
    guard XkbGetNames(display, UInt32(XkbKeyNamesMask), map) == 0,
      let names = map.pointee.names?.pointee.keys
    else { return }
    for code in codes {
      let name = withUnsafeBytes(of: names[code].name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      positions[code] = USKeyboard.keys[name]
    }
  }

  /// Returns the keysym for the key table of a key on which the user's layout has `found`.
  func latin(_ found: Keysym, code: Int, group: Int, isShifted: Bool) -> Keysym {
    let level = isShifted ? 1 : 0
    let position = positions[code]
    let isLatin = latinGroups.contains(group)
    // Signs and digits on keys that aren't letters in a Latin layout keep their labels' meaning.
    guard found.isForeignLetter || !isLatin && position?.first?.isLatinLetter == true else {
      return found
    }
    for group in latinGroups {
      guard let other = symbols[code]?[group][level], other.rawValue != 0, !other.isForeignLetter
      else { continue }
      return other
    }
    return isLatin ? found : position?[level] ?? found
  }
}

/// The keysyms of a US keyboard, by XKB key names.
private enum USKeyboard {
  private static let rows: [(name: String, plain: String, shifted: String)] = [
    ("AE", "1234567890-=", "!@#$%^&*()_+"),
    ("AD", "qwertyuiop[]", "QWERTYUIOP{}"),
    ("AC", "asdfghjkl;'", "ASDFGHJKL:\""),
    ("AB", "zxcvbnm,./", "ZXCVBNM<>?"),
  ]

  /// The keysyms of each key, without and with Shift.
  static let keys: [String: [Keysym]] = {
    var keys = ["TLDE": [Keysym("`"), Keysym("~")], "BKSL": [Keysym("\\"), Keysym("|")]]
    for row in rows {
      for (index, pair) in zip(row.plain.unicodeScalars, row.shifted.unicodeScalars).enumerated() {
        let number = index + 1
        keys[row.name + (number < 10 ? "0" : "") + "\(number)"] = [Keysym(pair.0), Keysym(pair.1)]
      }
    }
    return keys
  }()
}

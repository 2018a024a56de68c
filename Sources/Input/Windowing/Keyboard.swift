import CX11
import Gestures

/// Translates keys of the user's keyboard.
struct Keyboard {
  /// The layout, queried when a key first needs it and again after a change.
  private var layout: KeyboardLayout?

  /// Invalidates the layout.
  mutating func layoutChanged() { layout = nil }

  /// Returns the keysym of a key event, normalised for the viewer's key table.
  ///
  /// Caps Lock is ignored: it is for typing text and must not turn `f` into another command. Keys
  /// of the number pad are those of the main block. In a layout without Latin letters, a key stands
  /// for the letter of a Latin layout of the same keyboard, or else of a US keyboard, so that `q`
  /// quits on a Greek keyboard, too.
  mutating func keysym(of event: inout XKeyEvent) -> Keysym? {
    event.state &= ~UInt32(LockMask)
    var symbol: KeySym = 0
    var text = [CChar](repeating: 0, count: 8)
    XLookupString(&event, &text, Int32(text.count), &symbol, nil)
    guard symbol != 0 else { return nil }
    let found = Keysym(rawValue: UInt32(truncatingIfNeeded: symbol)).withoutKeypad
    guard !found.isLatinLetter, found.isForeignLetter || (0x21...0xff).contains(found.rawValue)
    else { return found }
    let layout = self.layout ?? KeyboardLayout(event.display)
    self.layout = layout
    return layout.latin(
      found, code: Int(event.keycode), group: Int(event.state >> 13 & 3),
      isShifted: event.state & UInt32(ShiftMask) != 0)
  }
}

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
    // Signs and digits at places that are not letters elsewhere stay what the user sees.
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

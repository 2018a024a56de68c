import Gestures

extension Keysym {
  /// Creates the key of a name or of a character; `nil` for anything else.
  init?(name: String) {
    let scalars = name.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first, scalar.isOnKeys {
      self.init(scalar)
    } else if let key = Self.named.first(where: { $0.name == name })?.key {
      self = key
    } else {
      return nil
    }
  }

  /// The text that `init(name:)` reads; `nil` for a key without a name.
  var name: String? {
    Self.named.first { $0.key == self }?.name ?? character.map { String($0) }
  }

  /// True for a character, which Shift is part of.
  var isCharacter: Bool { self != .space && character.map { $0 != "\u{A0}" } ?? false }

  /// True for a letter that has both cases.
  var isLetter: Bool { lowercased != self || uppercased != self }

  /// The small letter.
  var lowercased: Keysym { changed(by: \.lowercaseMapping, back: \.titlecaseMapping) }

  /// The capital letter.
  ///
  /// Georgian letters have capitals only in headings: on keyboards, Shift makes other letters.
  var uppercased: Keysym { changed(by: \.titlecaseMapping, back: \.lowercaseMapping) }

  /// Returns the letter in another case, if that is one letter and leads back to this one.
  private func changed(
    by mapping: (Unicode.Scalar.Properties) -> String,
    back: (Unicode.Scalar.Properties) -> String
  ) -> Keysym {
    guard let character else { return self }
    let changed = mapping(character.properties).unicodeScalars
    guard changed.count == 1, let other = changed.first,
      back(other.properties) == String(character)
    else { return self }
    return Keysym(other)
  }

  private static let named = main + functionKeys + special

  private static let main: [(name: String, key: Keysym)] = [
    ("Space", .space), ("Backspace", .backspace), ("Tab", .tab), ("Enter", .enter),
    ("Esc", .escape), ("Home", .home), ("Left", .left), ("Right", .right), ("Up", .up),
    ("Down", .down), ("PageUp", .pageUp), ("PageDown", .pageDown), ("End", .end),
    ("Delete", .delete), ("Insert", .insert), ("Menu", .menu),
    ("Print", Keysym(rawValue: 0xff61)), ("Pause", Keysym(rawValue: 0xff13)),
    ("ScrollLock", Keysym(rawValue: 0xff14)),
  ]

  private static let functionKeys: [(name: String, key: Keysym)] = (1...24).map {
    (name: "F\($0)", key: Keysym(rawValue: Keysym.f1.rawValue + UInt32($0) - 1))
  }

  private static let special: [(name: String, key: Keysym)] = numbersOfXF86.map {
    (name: "XF86\($0.name)", key: Keysym(rawValue: $0.number))
  }

  /// Keys of multimedia keyboards and remote controls, as in `X11/XF86keysym.h`.
  private static let numbersOfXF86: [(name: String, number: UInt32)] = [
    ("HomePage", 0x1008_ff18), ("Search", 0x1008_ff1b), ("Back", 0x1008_ff26),
    ("Forward", 0x1008_ff27), ("Stop", 0x1008_ff28), ("Refresh", 0x1008_ff29),
    ("Favorites", 0x1008_ff30), ("Copy", 0x1008_ff57), ("Cut", 0x1008_ff58),
    ("Close", 0x1008_ff56), ("Open", 0x1008_ff6b), ("Paste", 0x1008_ff6d),
    ("Reload", 0x1008_ff73), ("Save", 0x1008_ff77), ("ScrollUp", 0x1008_ff78),
    ("ScrollDown", 0x1008_ff79), ("ZoomIn", 0x1008_ff8b), ("ZoomOut", 0x1008_ff8c),
    ("AudioPlay", 0x1008_ff14), ("AudioPause", 0x1008_ff31), ("AudioStop", 0x1008_ff15),
    ("AudioPrev", 0x1008_ff16), ("AudioNext", 0x1008_ff17), ("AudioRewind", 0x1008_ff3e),
    ("AudioForward", 0x1008_ff97), ("Launch0", 0x1008_ff40), ("Launch1", 0x1008_ff41),
    ("Launch2", 0x1008_ff42), ("Launch3", 0x1008_ff43), ("Launch4", 0x1008_ff44),
    ("Launch5", 0x1008_ff45), ("Launch6", 0x1008_ff46), ("Launch7", 0x1008_ff47),
    ("Launch8", 0x1008_ff48), ("Launch9", 0x1008_ff49),
  ]
}

extension Unicode.Scalar {
  /// True for a character that keys of a keyboard have, other than spaces.
  ///
  /// Marks, ideographs and whole syllables are composed from several keys.
  fileprivate var isOnKeys: Bool {
    if value <= 0xff { return Keysym(self).isCharacter }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
      return false
    default: return !properties.isIdeographic && !(0xac00...0xd7a3).contains(value)
    }
  }
}

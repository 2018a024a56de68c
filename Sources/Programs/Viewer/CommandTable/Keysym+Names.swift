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

  /// The named keys.
  private static let named: [(name: String, key: Keysym)] =
    [
      ("Space", .space), ("Backspace", .backspace), ("Tab", .tab), ("Enter", .enter),
      ("Esc", .escape), ("Home", .home), ("Left", .left), ("Right", .right), ("Up", .up),
      ("Down", .down), ("PageUp", .pageUp), ("PageDown", .pageDown), ("End", .end),
      ("Delete", .delete), ("Insert", .insert), ("Menu", .menu),
    ] + (1...24).map { ("F\($0)", Keysym(rawValue: Keysym.f1.rawValue + UInt32($0) - 1)) }
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

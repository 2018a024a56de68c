extension Keysym {
  /// The character that the keysym stands for; `nil` for other keys.
  package var character: Unicode.Scalar? {
    switch rawValue {
    case 0x20...0x7e, 0xa0...0xff: Unicode.Scalar(rawValue)
    case 0x0100_0020...0x0100_007e, 0x0100_00a0...0x0110_ffff:
      Unicode.Scalar(rawValue - 0x0100_0000)
    default: OlderKeysyms.character(rawValue)
    }
  }

  /// The same keysym in the form of `init(_:)`.
  ///
  /// Layouts name `č` by its code point or by an older number; keys of both must do the same.
  package var canonical: Keysym { character.map { Keysym($0) } ?? self }
}

/// The keysyms of characters beyond Latin-1 that are older than Unicode, as in `X11/keysymdef.h`.
private enum OlderKeysyms {
  /// Numbers that follow each other as in Unicode, and the first one's character.
  private static let alphabets: [(numbers: ClosedRange<UInt32>, first: UInt32)] = [
    // Arabic
    (0x5ac...0x5ac, 0x60c), (0x5bb...0x5bb, 0x61b), (0x5bf...0x5bf, 0x61f), (0x5c1...0x5da, 0x621),
    (0x5e0...0x5f2, 0x640),
    // Hebrew
    (0xcdf...0xcdf, 0x2017), (0xce0...0xcfa, 0x5d0),
    // Thai
    (0xda1...0xdda, 0xe01), (0xddf...0xded, 0xe3f), (0xdf0...0xdf9, 0xe50),
    // Korean
    (0xea1...0xed3, 0x3131), (0xed4...0xeee, 0x11a8), (0xeff...0xeff, 0x20a9),
    // The euro sign
    (0x20ac...0x20ac, 0x20ac),
  ]

  /// Other numbers: the first of each row, and the row's characters; spaces are gaps.
  private static let rows: [(first: UInt32, characters: String)] = [
    // Latin-2
    (0x1a1, "Ą˘Ł ĽŚ  ŠŞŤŹ ŽŻ ą˛ł ľśˇ šşťź˝žżŔ  Ă ĹĆ Č Ę Ě  Ď"),
    (0x1d0, "ĐŃŇ  Ő  ŘŮ Ű  Ţ ŕ  ă ĺć č ę ě  ďđńň  ő  řů ű  ţ˙"),
    // Latin-3
    (0x2a1, "Ħ    Ĥ  İ ĞĴ    ħ    ĥ  ı ğĵ        ĊĈ              Ġ  Ĝ    ŬŜ"),
    (0x2e5, "ċĉ              ġ  ĝ    ŭŝ"),
    // Latin-4
    (0x3a2, "ĸŖ ĨĻ   ĒĢŦ      ŗ ĩļ   ēģŧŊ ŋĀ      Į    Ė  Ī ŅŌĶ     Ų   ŨŪ"),
    (0x3e0, "ā      į    ė  ī ņōķ     ų   ũū"),
    // Latin-9
    (0x13bc, "ŒœŸ"),
    // Katakana
    (0x4a1, "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソ"),
    (0x4c0, "タチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"),
    // Cyrillic
    (0x6a1, "ђѓёєѕіїјљњћќґўџ№ЂЃЁЄЅІЇЈЉЊЋЌҐЎЏ"),
    (0x6c0, "юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"),
    // Greek
    (0x7a1, "ΆΈΉΊΪ ΌΎΫ Ώ  ΅― άέήίϊΐόύϋΰώ"),
    (0x7c1, "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣ ΤΥΦΧΨΩ       αβγδεζηθικλμνξοπρσςτυφχψω"),
    // Signs
    (0x8bc, "≤≠≥"), (0x8fb, "←↑→↓"), (0xaa9, "—–   …"), (0xac9, "™"), (0xad0, "‘’“”"), (0xae6, "•"),
    (0xaf1, "†‡"), (0xafd, "‚„"),
  ]

  /// Returns the character of a number; `nil` if it has none.
  static func character(_ number: UInt32) -> Unicode.Scalar? {
    guard (0x1a1...0x20ac).contains(number) else { return nil }
    for alphabet in alphabets where alphabet.numbers.contains(number) {
      return Unicode.Scalar(alphabet.first + number - alphabet.numbers.lowerBound)
    }
    for row in rows where row.first <= number {
      let rest = row.characters.unicodeScalars.dropFirst(Int(number - row.first))
      if let found = rest.first { return found == " " ? nil : found }
    }
    return nil
  }
}

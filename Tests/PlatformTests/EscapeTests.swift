import Platform
import Testing

@Suite struct Escapes {
  @Test(
    arguments: [
      ("photo.jpg", "photo.jpg"), ("Straße 漢字 😀 %s%n $(x);", "Straße 漢字 😀 %s%n $(x);"),
      ("a\nb\tc", "a\\nb\\tc"), ("\u{1B}]0;title\u{7}", "\\x1B]0;title\\x07"),
      ("\u{7F}\0", "\\x7F\\x00"), ("\u{85}\u{9B}31m", "\\u{85}\\u{9B}31m"),
      ("photo\u{202E}gpj.exe", "photo\\u{202E}gpj.exe"),
      ("\u{2066}x\u{2069}\u{200F}\u{2028}", "\\u{2066}x\\u{2069}\\u{200F}\\u{2028}"),
      ("a\u{200B}b\u{2060}\u{FEFF}", "a\\u{200B}b\\u{2060}\\u{FEFF}"),
      ("\u{AD}\u{3164}\u{E0041}\u{FFF9}", "\\u{AD}\\u{3164}\\u{E0041}\\u{FFF9}"),
      ("می\u{200C}خواهم 👩\u{200D}🚀", "می\u{200C}خواهم 👩\u{200D}🚀"),
      ("e\u{301}\u{A0}", "e\u{301}\u{A0}"), ("", ""),
    ])
  func controlCharactersAreEscaped(raw: String, shown: String) {
    #expect(escapedForDisplay(raw.utf8) == shown)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0xC3], "\\xC3"), ([0xE2, 0x82, 0x41], "\\xE2\\x82A"),
      ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"), ([0xC0, 0xAF], "\\xC0\\xAF"),
      ([0xF0, 0x9F, 0x98], "\\xF0\\x9F\\x98"),
    ] as [([UInt8], String)])
  func bytesInInvalidUTF8AreShownAsNumbers(raw: [UInt8], shown: String) {
    #expect(escapedForDisplay(raw) == shown)
  }

  @Test func longTextIsTruncated() {
    #expect(escapedForDisplay("abcdef".utf8, limit: 6) == "abcdef")
    #expect(escapedForDisplay("abcdefg".utf8, limit: 6) == "abcdef…")
    #expect(escapedForDisplay("\n\n\n\n".utf8, limit: 5) == "\\n\\n…")
  }

  @Test func anyBytesGiveTextThatNeedsNoEscaping() {
    let seed = UInt64.random(in: 0..<UInt64.max)
    var state = seed
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(UInt8(truncatingIfNeeded: state >> 56))
      }
      let shown = escapedForDisplay(bytes)
      #expect(escapedForDisplay(shown.utf8) == shown, "seed \(seed)")
    }
  }
}

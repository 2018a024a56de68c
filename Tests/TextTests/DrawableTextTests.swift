import Testing

@testable import Text

@Suite struct DrawableTextTests {
  @Test func ordinaryTextIsUnchanged() {
    #expect(drawableText("Grüße, 写真 3.jpg\n100 %") == "Grüße, 写真 3.jpg\n100 %")
  }

  @Test func controlAndDirectionCharactersAreReplaced() {
    #expect(drawableText("a\u{1B}b\u{0}c\td\u{9F}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}")
    #expect(drawableText("x\u{202E}gpj.exe") == "x\u{FFFD}gpj.exe")
    #expect(drawableText("\u{2066}\u{2069}\u{061C}") == "\u{FFFD}\u{FFFD}\u{FFFD}")
  }

  @Test func longTextEndsWithAnEllipsis() {
    let text = drawableText(String(repeating: "x", count: 10_000), limit: 100)
    #expect(text == String(repeating: "x", count: 100) + "…")
    #expect(drawableText("abc", limit: 3) == "abc")
  }
}

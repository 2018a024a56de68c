import Foundation
import TestSupport
import Testing

@testable import Viewer

/// JSON from other programs.
@Suite struct JSONTests {
  private func parse(_ text: String) -> JSON? { try? JSON(parsing: Array(text.utf8)) }

  @Test func valuesAreThoseWritten() {
    #expect(parse(" null ") == .null)
    #expect(parse("[true,false]") == .array([.boolean(true), .boolean(false)]))
    #expect(parse("-0") == .integer(0))
    #expect(parse("9223372036854775807") == .integer(.max))
    #expect(parse("9223372036854775808") == .number(9_223_372_036_854_775_808))
    #expect(parse("1.5e1") == .number(15))
    #expect(
      parse(#""a\n\"\\\/\b\f\r\té\u00e9\uD83D\uDE00""#) == .string("a\n\"\\/\u{8}\u{c}\r\téé😀"))
    #expect(parse(#"{"a":1,"b":{},"a":[ ]}"#)?["a"] == .array([]))
    #expect(parse(#"{"a":1}"#)?["b"] == nil && parse("[]")?["a"] == nil)
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "[", "]", "[1", "[1,", "[1,]", "[1 2]", "{", "{}}", "{1:2}", "{\"a\"}",
    "{\"a\":}", "{\"a\":1,}", "01", "-", "+1", "1.", ".5", "1e", "1e+", "NaN", "Infinity", "1e999",
    "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\uD800\"", "\"\\uDC00\"", "\"\\uD800\\u0041\"",
    "\"\u{1}\"", "\"a\nb\"", "'a'", "1 2", "[] []", "\u{feff}1",
  ])
  func othersAreRefused(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func invalidUTF8IsRefused() {
    for bytes: [UInt8] in [[0xff], [0x22, 0xc3, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]] {
      #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: bytes) }
    }
  }

  @Test func depthIsBounded() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(parse(nested(JSON.deepest)) != nil)
    #expect(parse(nested(JSON.deepest + 1)) == nil)
    #expect(parse(String(repeating: "[", count: 60_000)) == nil)
    #expect(parse(String(repeating: "{\"a\":", count: 10_000)) == nil)
  }

  @Test func textsCanBeParsedAgain() throws {
    let value = JSON.object([
      .init("a\"\\\u{0}\u{7f}\n", .array([.null, .boolean(true), .integer(-3), .number(0.1)])),
      .init("é\u{202e}😀", .object([])), .init("", .string("\u{1f}\t")),
    ])
    #expect(try JSON(parsing: Array(value.text.utf8)) == value)
    #expect(!value.text.contains("\n" as Character))
    _ = try JSONSerialization.jsonObject(with: Data(value.text.utf8))
    #expect(JSON.number(.infinity).text == "null" && JSON.number(.nan).text == "null")
    #expect(JSON.number(2).text == "2.0" && JSON.number(1e300).text == "1e+300")
  }

  /// Foundation's parser takes more texts, such as those with a comma at an end.
  @Test func whatIsAcceptedIsJSONForFoundation() {
    var random = SeededNumbers()
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "\\u0041", "1", "-", "0", ".5", "e3",
      "true",
      "null", " ", "\n", "é",
    ]
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        text += parts.randomElement(using: &random) ?? ""
      }
      let isJSON =
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
        != nil
      #expect(isJSON || parse(text) == nil, "\(text), seed \(random.seed)")
    }
  }
}

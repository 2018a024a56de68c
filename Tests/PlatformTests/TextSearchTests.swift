import Testing

@testable import Platform

@Suite struct TextSearchTests {
  @Test(arguments: [
    ("a{z}b", "{z}", true), ("{z}", "{z}", true), ("a{z", "{z}", false), ("{{z}", "{z}", true),
    ("", "{z}", false), ("abc", "", true), ("", "", true), ("aab", "ab", true),
    ("Höhe {y}", "{y}", true), ("Höhe", "Hohe", false),
    ("a\0{y}", "{y}", true), (String(repeating: "{", count: 5000) + "z}", "{z}", true),
  ])
  func aTextIsFoundWhereverItStands(text: String, part: String, isThere: Bool) {
    #expect(text.containsBytes(of: part) == isThere)
    #expect(text[...].containsBytes(of: part) == isThere)
  }
}

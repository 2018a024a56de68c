import Testing

@testable import Platform

@Suite struct TextSearchTests {
  @Test(arguments: [
    ("a{z}b", "{z}", true), ("{z}", "{z}", true), ("a{z", "{z}", false), ("{{z}", "{z}", true),
    ("", "{z}", false), ("abc", "", true), ("", "", true), ("aab", "ab", true),
    ("Höhe {y}", "{y}", true), ("Höhe", "Hohe", false),
    ("a\0{y}", "{y}", true), (String(repeating: "{", count: 5000) + "z}", "{z}", true),
  ])
  func textIsFoundAnywhere(text: String, part: String, isThere: Bool) {
    #expect(text.containsBytes(of: part) == isThere)
    #expect(text[...].containsBytes(of: part) == isThere)
  }

  @Test(arguments: [
    ("/x/a and /x/b", "/x/", "a and b"), ("/x//x/", "/x/", ""), ("aab", "ab", "a"),
    ("Höhe", "ö", "Hhe"), ("abc", "", "abc"), ("abc", "d", "abc"), ("", "x", ""),
  ])
  func textIsRemovedAnywhere(text: String, part: String, rest: String) {
    #expect(text.removingBytes(of: part) == rest)
    #expect("+\(text)".dropFirst().removingBytes(of: part) == rest)
  }

  @Test(arguments: [
    ("https://a/b", "://", "a/b"), ("a://b://c", "://", "b://c"), ("://", "://", ""),
    ("Höhe: 3 µm", "Höhe: ", "3 µm"), ("abc", "", "abc"), ("a:/b", "://", nil), ("", "x", nil),
  ])
  func theRestFollowsTheText(text: String, part: String, rest: String?) {
    #expect(text.rest(afterBytesOf: part).map(String.init) == rest)
    #expect("+\(text)".dropFirst().rest(afterBytesOf: part).map(String.init) == rest)
  }
}

import Testing

@testable import Rendering

/// A driver's message names what the filter's author wrote.
struct ShaderMessageTests {
  @Test(arguments: [
    ("`return' in function `s0filter_color'", "`return' in function `filter_color'"),
    (
      "no matching function for call to `s0gain(int)'",
      "no matching function for call to `gain(int)'"
    ),
    ("`s0_a' and `s0' and `s01x' and `s1b'", "`_a' and `s0' and `s01x' and `s1b'"),
  ])
  func prefixesAreTakenAway(message: String, expected: String) {
    let text = "vec4 filter_color(vec4 color) { return gain(1); }"
    #expect(ShaderLog.unprefixed(message, "s0", in: text) == expected)
  }

  @Test func theAuthorsOwnWordsStay() {
    #expect(
      ShaderLog.unprefixed("`s0ft' undeclared", "s0", in: "float x = s0ft;") == "`s0ft' undeclared")
  }
}

import Testing

@testable import Rendering

/// Driver messages are translated back to the names that the filter's author wrote.
struct ShaderMessageTests {
  @Test(arguments: [
    ("`return' in function `s0filter_color'", "`return' in function `filter_color'"),
    (
      "no matching function for call to `s0gain(int)'",
      "no matching function for call to `gain(int)'"
    ),
    ("`s0_a' and `s0' and `s01x' and `s1b'", "`_a' and `s0' and `s01x' and `s1b'"),
  ])
  func prefixesAreRemoved(message: String, expected: String) {
    let text = "vec4 filter_color(vec4 color) { return gain(1); }"
    #expect(ShaderLog.unprefixed(message, "s0", in: text) == expected)
  }

  @Test func theAuthorsWordsAreUnchanged() {
    #expect(
      ShaderLog.unprefixed("`s0ft' undeclared", "s0", in: "float x = s0ft;") == "`s0ft' undeclared")
  }

  @Test(arguments: [
    // Mesa; NVIDIA; ANGLE and most of the embedded ones.
    ("2:2000007(10): error: `missing' undeclared", 2, 2_000_007, "error: `missing' undeclared"),
    ("0:12(3): preprocessor error: x", 0, 12, "preprocessor error: x"),
    (
      "1(1000004) : error C1503: undefined variable \"missing\"", 1, 1_000_004,
      "error C1503: undefined variable \"missing\""
    ),
    (
      "ERROR: 3:3000021: 'missing' : undeclared identifier", 3, 3_000_021,
      "'missing' : undeclared identifier"
    ),
    ("ERROR: 10:15: ';' : syntax error", 10, 15, "';' : syntax error"),
  ])
  func placesAreReadFromEveryDriversMessages(
    log: String, source: Int, line: Int, message: String
  ) throws {
    let place = try #require(ShaderLog.place(log))
    #expect(place.source == source)
    #expect(place.line == line)
    #expect(place.message == message)
  }
}

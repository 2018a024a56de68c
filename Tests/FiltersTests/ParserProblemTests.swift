import Filters
import Testing

/// A parameter with these lines, followed by a function.
private func parameter(_ lines: String) -> String { "//!PARAM p\n\(lines)\n" + colorHook }

/// A function preceded by this text.
private func hook(_ text: String) -> String {
  "//!HOOK COLOR\n\(text)\nvec4 filter_color(vec4 c) { return c; }\n"
}

private let float = "//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 1\n"

@Suite struct ParserProblemTests {
  @Test(arguments: [
    ("//!BIND HOOKED\n" + colorHook, 1, "“//!BIND” is not a filter directive"),
    ("//!\n" + colorHook, 1, "“//!” is not a filter directive"),
    ("\n//!DESC\n" + colorHook, 2, "//!DESC has nothing after it"),
    ("//!DESC a\n//!DESC b\n" + colorHook, 2, "the filter has a second //!DESC"),
    ("//!LIGHT dim\n" + colorHook, 1, "“dim” is not a kind of light; use encoded or linear"),
    ("float x;\n" + colorHook, 1, "“float x;” must come after the first //!PARAM or //!HOOK"),
    ("/* a */ b\n" + colorHook, 1, "“/* a */ b” must come after the first //!PARAM or //!HOOK"),
    ("//!TYPE float\n" + colorHook, 1, "//!TYPE belongs after a //!PARAM"),
    ("//!MARGIN 2\n" + colorHook, 1, "//!MARGIN belongs after a //!HOOK IMAGE"),
    (
      colorHook + "//!DESC late\n", 3,
      "//!DESC belongs at the file's beginning or after a //!PARAM"
    ),
    (
      parameter("//!LIGHT linear\n" + float + "0"), 2,
      "//!LIGHT belongs before the first //!PARAM and //!HOOK"
    ),
  ]) func misplacedDirectivesGiveASentence(text: String, line: Int, sentence: String) {
    #expect(problem(text) == FilterError(file: "test.frag", line: line, sentence))
  }

  @Test(arguments: [
    ("0", 1, "“p” has no //!TYPE"),
    (
      "//!TYPE vec3\n0", 2,
      "“vec3” is not a type; use float, int, bool, enum, color, file or profile"
    ),
    ("//!TYPE bool\n//!TYPE bool\non", 3, "“p” has a second //!TYPE"),
    ("//!TYPE float\n//!MAXIMUM 1\n0", 1, "“p” has no //!MINIMUM"),
    ("//!TYPE int\n//!MINIMUM 1\n1", 1, "“p” has no //!MAXIMUM"),
    (
      "//!TYPE float\n//!MINIMUM nan\n//!MAXIMUM 1\n0", 3,
      "the //!MINIMUM of “p” is “nan”, not a number"
    ),
    (
      "//!TYPE int\n//!MINIMUM 0\n//!MAXIMUM 1.5\n0", 4,
      "the //!MAXIMUM of “p” is “1.5”, not a whole number"
    ),
    (
      "//!TYPE float\n//!MINIMUM 2\n//!MAXIMUM 1\n1", 4,
      "the //!MAXIMUM of “p” is not above its //!MINIMUM"
    ),
    ("//!TYPE bool\n//!MINIMUM 0\noff", 3, "only a float or an int can have limits, not a bool"),
    (float, 1, "“p” has no default value"),
    (float + "2", 5, "“p” must be from 0 to 1, not “2”"),
    (float + "\n\nnone", 7, "“p” must be a number, not “none”"),
    (float + "0x1", 5, "“p” must be a number, not “0x1”"),
    (float + "0\n1", 6, "“p” already has a value, but “1” follows"),
    (float + "0\n//!DESC late", 6, "//!DESC must come before the value of “p”"),
    ("//!TYPE bool\ntrue", 3, "“p” must be on or off, not “true”"),
    ("//!TYPE color\n#12345", 3, "“p” must be a colour, #rrggbb or #rrggbbaa, not “#12345”"),
    ("//!TYPE file\nfilm.cube", 3, "a file has no default value, but “film.cube” follows"),
    ("//!TYPE enum\n", 1, "“p” has no options"),
    ("//!TYPE enum\na\nb\na", 5, "“p” already has the option “a”"),
    ("//!TYPE enum\na-b\na_b", 4, "“p” already has the option “a_b”"),
    (
      "//!TYPE enum\ntwo words", 3,
      "“two words” is not an option's name: names consist of letters, digits, - and _,"
        + " without two of the last two in a row"
    ),
  ]) func incompleteParametersGiveASentence(lines: String, line: Int, sentence: String) {
    #expect(problem(parameter(lines)) == FilterError(file: "test.frag", line: line, sentence))
  }

  @Test(arguments: [
    ("", "//!PARAM has no name after it"),
    (
      "1st",
      "a parameter can't be called “1st”: that is not made of letters, digits and _, or begins with"
        + " a digit"
    ),
    (
      "two words",
      "a parameter can't be called “two words”: that is not made of letters, digits and _, or begins"
        + " with a digit"
    ),
    ("filter", "a parameter can't be called “filter”: that is a keyword of GLSL"),
    ("vec4", "a parameter can't be called “vec4”: that is a keyword of GLSL"),
    ("mix", "a parameter can't be called “mix”: that is a function of GLSL"),
    ("gl_x", "a parameter can't be called “gl_x”: that is reserved in GLSL"),
    ("a__b", "a parameter can't be called “a__b”: that is reserved in GLSL"),
    ("zoom", "a parameter can't be called “zoom”: that has a meaning in every filter"),
    ("source", "a parameter can't be called “source”: that has a meaning in every filter"),
  ]) func parameterNamesMustSuitShaders(name: String, sentence: String) {
    let text = "//!PARAM \(name)\n//!TYPE bool\non\n" + colorHook
    #expect(problem(text) == FilterError(file: "test.frag", line: 1, sentence))
  }

  @Test func parameterNamesMustBeUnique() {
    let parameter = "//!PARAM p\n//!TYPE bool\non\n"
    #expect(
      problem(parameter + parameter + colorHook)
        == FilterError(file: "test.frag", line: 4, "there is already a parameter “p”"))
    let option = "//!PARAM a\n//!TYPE enum\nb\n//!PARAM a_b\n//!TYPE bool\non\n" + colorHook
    #expect(
      problem("\n" + option)
        == FilterError(
          file: "test.frag", line: 2,
          "an option of “a” becomes “a_b” in the shader, which is already in use"))
  }

  @Test(arguments: [
    ("#version 300 es", 2, "#version can't be used in a filter"),
    ("  #  extension GL_OES_x : enable", 2, "#extension can't be used in a filter"),
    ("\n#line 3", 3, "#line can't be used in a filter"),
    (
      "uniform float x;", 2,
      "a filter can't declare “uniform” variables; use //!PARAM"
    ),
    (
      "flat in int x;", 2, "a filter can't declare “flat” variables; use //!PARAM"
    ),
    ("out vec4 x;", 2, "a filter can't declare “out” variables; use //!PARAM"),
    ("\n/* open", 3, "the comment that begins here has no end"),
    ("float f() {", 2, "the “{” has no counterpart"),
    ("float k = 1.);", 2, "the “)” has no counterpart"),
    ("#if 1", 2, "the #if has no counterpart"),
    ("#endif", 2, "the #endif has no counterpart"),
  ]) func statementsOutsideFunctionsGiveASentence(text: String, line: Int, sentence: String) {
    #expect(problem(hook(text)) == FilterError(file: "test.frag", line: line, sentence))
  }

  @Test(arguments: [
    "", "// vec4 filter_color(vec4 c) { return c; }", "/*\nvec4 filter_color(vec4 c) {}\n*/",
    "vec4 filter_color(vec4 c);", "vec3 filter_color(vec4 c) { return c.rgb; }",
    "vec4 filter_color(vec3 c) { return c.rgbb; }", "vec4 filter_color() { return vec4(1); }",
    "vec4 filter_color(vec4 a, vec4 b) { return a; }", "vec4 filter_colour(vec4 c) { return c; }",
    "void f() { vec4 filter_color(vec4 c) { return c; } }",
  ]) func aHookDefinesItsFunction(text: String) {
    #expect(
      problem("//!HOOK COLOR\n" + text)
        == FilterError(
          file: "test.frag", line: 1,
          "no function “vec4 filter_color(vec4 …)” is defined after this //!HOOK"))
  }

  @Test func parametersCannotBeRedefined() {
    let parameter = "//!PARAM k\n//!TYPE enum\na\n"
    for name in ["k", "k_a"] {
      #expect(
        problem(parameter + hook("\nconst float \(name) = 1.;"))
          == FilterError(
            file: "test.frag", line: 6,
            "“\(name)” is a parameter and can't be defined again"))
    }
    #expect(problem(parameter + hook("void f() { float k = 1.; }")) == nil)
  }

  @Test(arguments: [
    ("HOOK", "//!HOOK needs COLOR or IMAGE after it"),
    ("HOOK LUMA", "“LUMA” is not a hook; use COLOR or IMAGE"),
    (
      "HOOK COLOR\n//!MARGIN 1", "//!MARGIN belongs to //!HOOK IMAGE: COLOR reads no other pixels"
    ),
    ("HOOK IMAGE\n//!MARGIN 1\n//!MARGIN 1", "the function has a second //!MARGIN"),
    ("HOOK IMAGE\nfloat x;\n//!MARGIN 1", "//!MARGIN must come before the function's code"),
    (
      "HOOK IMAGE\n//!MARGIN radius",
      "//!MARGIN names “radius”, which is not a parameter of this filter"
    ),
    ("HOOK IMAGE\n//!MARGIN 2 * p", "//!MARGIN names “p”, which is neither a float nor an int"),
    (
      "HOOK IMAGE\n//!MARGIN -1",
      "//!MARGIN is “-1”, not a number of pixels, a parameter, or “number * parameter”"
    ),
    (
      "HOOK IMAGE\n//!MARGIN p * 2",
      "//!MARGIN is “p * 2”, not a number of pixels, a parameter, or “number * parameter”"
    ),
  ]) func invalidHooksAndMarginsGiveASentence(lines: String, sentence: String) {
    let text =
      "//!PARAM p\n//!TYPE bool\non\n//!\(lines)\nvec4 filter_image(vec2 p) { return source(p); }"
    #expect(problem(text)?.sentence == sentence)
  }

  @Test func filesHaveLimits() {
    func parameter(_ number: Int) -> String { "//!PARAM p\(number)\n//!TYPE bool\non\n" }
    let many = (0..<33).map(parameter).joined()
    #expect(
      problem(many + colorHook)
        == FilterError(file: "test.frag", line: 97, "a filter can have at most 32 parameters"))
    #expect(problem((0..<32).map(parameter).joined() + colorHook) == nil)
    let hooks = String(repeating: colorHook, count: 17)
    #expect(problem(hooks)?.sentence == "a filter can have at most 16 functions")
    #expect(parsed(String(repeating: colorHook, count: 16))?.stages.count == 16)
    let long = colorHook + String(repeating: " ", count: 256 << 10)
    #expect(problem(long)?.sentence == "the file is longer than 256 KiB")
  }

  @Test func aFileWithoutAFunctionGivesASentence() {
    let sentence = "the filter has no function: a //!HOOK is missing"
    #expect(problem("") == FilterError(file: "test.frag", sentence))
    #expect(problem("//!DESC A\n//!LIGHT linear\n")?.sentence == sentence)
    #expect(problem("//!PARAM p\n//!TYPE bool\non\n")?.sentence == sentence)
    #expect(problem("//!PARAM p\n//!TYPE bool\n")?.sentence == "“p” has no default value")
  }

  @Test func filesMustBeText() {
    let bytes = Array(colorHook.utf8)
    #expect(
      problem(bytes + [0])
        == FilterError(file: "test.frag", line: 3, "a zero byte is not text"))
    #expect(
      problem(bytes + [0xFF])
        == FilterError(file: "test.frag", line: 3, "this is not UTF-8 text"))
  }

  @Test(arguments: ["", "Exposure", "1st", "two words", "ü", "-a"])
  func filterNamesMustSuitChains(name: String) {
    #expect(problem(colorHook, name: name)?.sentence.contains("can't be a filter's name") == true)
  }

  @Test func quotedTextIsEscapedAndShort() {
    let text = "//!LIGHT \u{1B}[2J" + String(repeating: "x", count: 5000)
    let sentence = problem(text + "\n" + colorHook)?.sentence
    #expect(sentence?.hasPrefix("“\\x1B[2Jxxx") == true)
    #expect((sentence?.count ?? 1000) < 120)
  }
}

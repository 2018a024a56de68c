import Filters
import TestSupport
import Testing

@Suite struct ShaderScannerTests {
  /// Expects the words marked with `@` in the text to be renamed, and no others.
  private func expectRenamed(
    _ marked: String, extra: Set<String> = [], location: SourceLocation = #_sourceLocation
  ) {
    let text = String(marked.filter { $0 != "@" })
    let expected = marked.split(separator: "@", omittingEmptySubsequences: false)
      .joined(separator: "p1_")
    #expect(
      ShaderScanner.renamed(text, prefix: "p1_", extraNames: extra) == expected,
      sourceLocation: location)
  }

  @Test func functionsAndTheirPrototypesAreRenamed() {
    expectRenamed(
      """
      float @f(float x);
      vec3 @f(vec3 x) { return x * @f(x.r) + sin(x); }
      highp vec4 @filter_color(const in vec4 c) {
        if (c.a > 0.) { return vec4(@f(c.rgb), 1.); }
        return c;
      }
      """)
  }

  @Test func variablesOfEveryFormAreRenamed() {
    expectRenamed(
      """
      float @a, @b;
      const float @k[3] = float[](1., 2., 3.), @m = 2., @n[2] = float[2](@a, @b);
      const vec2[2] @points = vec2[2](vec2(0), vec2(1));
      precision highp float;
      mediump int @count = (1 + 2) * int(@k[0]), @rest;
      float f1() ;
      """.replacing("f1", with: "@f1"))
  }

  @Test func structuresAreRenamedButNotTheirFields() {
    expectRenamed(
      """
      struct @Point { vec2 a; float weight[@n], k; };
      const int @n = 3;
      const float @k = 1., @weight = 2.;
      struct { float k; } @anonymous;
      struct @Line { @Point a, b; highp float k; } @line, @lines[2];
      float @f(@Point p) { return p.weight[0] * @k + @line.a.k + @weight; }
      """)
  }

  @Test func fieldsAndSwizzlesStay() {
    expectRenamed(
      """
      float @r, @xyz, @length;
      void @f(vec4 c) { float v = c.r + c . xyz.r + c./* */r + @r + @xyz + 1.+@r; k.length(); }
      """)
  }

  @Test func macrosAreRenamedEverywhere() {
    expectRenamed(
      """
      #define @K 3.0
        #  define @SQ(x) ((x) * (x)) + \\
            @K * @gain
      #ifdef @K
      #if defined(@K) && @K > 2 // K here
      #endif
      #endif
      float @gain = @SQ(@K);
      #undef @K
      #pragma K_is_not_known
      """)
  }

  @Test func bothBranchesOfAConditionAreScanned() {
    expectRenamed(
      """
      #ifdef @FAST
      float @f(float x) {
      #else
      float @f(float x, float y) {
      #endif
        float local = x;
        return local;
      }
      float @after;
      #define @FAST
      """)
  }

  @Test func commentsAreUnchanged() {
    expectRenamed(
      """
      // float a; b joined \\
      a and b
      float @a /* a */, /* , c
      a */ @b;
      """)
  }

  @Test func localNamesStayUnlessTheyShadow() {
    expectRenamed(
      """
      float @g = 1.;
      float @f(float x) { float y = x, @g = @g; for (int i = 0; i < 3; ++i) { y += @g; } return y; }
      """)
  }

  @Test func givenNamesAreRenamedAndKeywordsNever() {
    expectRenamed(
      "float @f() { float @stops = @stops_x * c.stops; return @stops; }",
      extra: ["stops", "stops_x", "return", "float"])
    expectRenamed("#define @define 1\n#if @define\n#endif", extra: ["define", "if"])
  }

  @Test func numbersAreNotNames() {
    expectRenamed(
      "float @e = 1e5 + 1.e-3 + .5e+2 + 0x1Fu + 2.0f, @f = 1e;\nint @x1F = 0xe+@x1F;")
  }

  @Test func macrosThatLookLikeFunctionsDefineNothing() {
    #expect(ShaderScanner("DECLARE(foo)\nfloat f;").definitions.map(\.name) == ["f"])
  }

  @Test func definitionsKnowTheirKindsAndLines() {
    let scanner = ShaderScanner("#define M\n\nstruct S { int a; };\nfloat v; int f(); int f() {}")
    #expect(scanner.definitions.map(\.name) == ["M", "S", "v", "f", "f"])
    #expect(
      scanner.definitions.map(\.kind) == [
        .macro, .structure, .variable, .function(hasBody: false), .function(hasBody: true),
      ])
    #expect(scanner.definitions.map(\.line) == [1, 3, 4, 4, 4])
  }

  @Test func tokensCoverAnyTextAndLinesStay() {
    let seed = freshSeed()
    var random = SeededNumbers(seed: seed)
    let pieces = [
      "float", "a", "b", "vec4", "{", "}", "(", ")", "[", "]", ";", ",", "=", "#", "define", "if",
      "endif", "else", "\n", "\n", " ", "//", "/*", "*/", "\\\n", ".", "1.5", "e", "struct", "é",
      "\"", "#define ", "\r", "0x", "+", "const ",
    ]
    for _ in 0..<400 {
      let count = Int.random(in: 0...60, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let scanner = ShaderScanner(text)
      #expect(scanner.tokens.map(scanner.text(of:)).joined() == text, "seed \(seed)")
      var line = 1
      for token in scanner.tokens {
        #expect(token.line == line, "seed \(seed)")
        line += scanner.text(of: token).utf8.count { $0 == UInt8(ascii: "\n") }
      }
      let renamed = scanner.renamed(prefix: "zz", extraNames: ["a"])
      let words = renamed.utf8.count { $0 == UInt8(ascii: "\n") }
      #expect(words == text.utf8.count { $0 == UInt8(ascii: "\n") }, "seed \(seed)")
    }
  }
}

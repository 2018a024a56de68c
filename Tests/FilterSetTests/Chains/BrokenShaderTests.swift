import Filters
import Rendering
import Testing

/// A compile error names the file and the line of its source, as the author sees them.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct BrokenShaderTests {
  private static let good = """
    //!DESC good
    //!HOOK COLOR
    vec4 filter_color(vec4 color) { return color; }

    """

  private func complaint(_ chain: FilterChain) throws -> String {
    let bench = try FilterBench(TestPicture(4, 4) { _, _ in [1, 2, 3, 255] })
    do {
      _ = try bench.draw(chain)
    } catch let failure as OffscreenError {
      return failure.reason
    }
    Issue.record("it compiled")
    return ""
  }

  @Test(arguments: [
    ("//!DESC b\n//!HOOK COLOR\nvec4 filter_color(vec4 color) { return color + missing; }\n", 3),
    (
      "//!DESC b\n\n// words\n//!HOOK COLOR\n\nvec4 filter_color(vec4 color) {\n  return 1.0;\n}\n",
      7
    ),
    ("//!DESC b\n//!HOOK COLOR\nvec4 filter_color(vec4 color) {\n  return color\n}\n", 5),
    ("//!DESC b\n//!HOOK IMAGE\nvec4 filter_image(vec2 p) {\n  return source(missing);\n}\n", 4),
  ])
  func theErrorNamesItsFileAndLine(text: String, line: Int) throws {
    for chain in try [FilterChain.of(text)] {
      let said = try complaint(chain)
      #expect(said.hasPrefix("/filters/own0.frag:\(line): "), "\(said)")
    }
    let second = try complaint(.of(Self.good, text, Self.good))
    #expect(second.hasPrefix("/filters/own1.frag:\(line): "), "\(second)")
  }

  @Test func theErrorNamesTheBrokenFunction() throws {
    let text = """
      //!DESC two
      //!HOOK IMAGE
      vec4 filter_image(vec2 position) { return source(position); }
      //!HOOK COLOR
      vec4 filter_color(vec4 color) {
        return color * missing;
      }

      """
    let said = try complaint(.of(Self.good, text))
    #expect(said.hasPrefix("/filters/own1.frag:6: "), "\(said)")
  }
}

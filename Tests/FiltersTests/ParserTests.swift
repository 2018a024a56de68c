import Filters
import Geometry
import Testing

@Suite struct ParserTests {
  @Test func everyDirectiveIsParsed() throws {
    let filter = try FilterParser.parse(Array(everyKind.utf8), name: "every-kind")
    #expect(filter.name == "every-kind")
    #expect(filter.summary == "Every kind")
    #expect(filter.light == .linear)
    #expect(
      filter.parameters.map(\.name)
        == ["amount", "count", "smooth_edges", "map", "tint", "table"])
    #expect(filter.parameters[0].summary == "How much")
    #expect(filter.parameters[1].summary == "count")
    #expect(
      filter.parameters.map(\.kind) == [
        .float(minimum: -2.5, maximum: 10), .int(minimum: 1, maximum: 8), .bool,
        .options(["viridis", "magma", "grey-scale"]), .color, .file,
      ])
    let tint = PaintColor(red: 1, green: 128.0 / 255, blue: 0, alpha: 64.0 / 255)
    #expect(
      filter.parameters.map(\.defaultValue)
        == [.float(0.5), .int(4), .bool(true), .option(0), .color(tint), .file(nil)])
    #expect(
      filter.parameters[3].shaderOptionNames == ["map_viridis", "map_magma", "map_grey_scale"])
    #expect(filter.stages.count == 2)
    #expect(filter.stages[0].hook == .color)
    #expect(filter.stages[1].hook == .image(margin: FilterMargin(factor: 3, parameter: 0)))
    #expect(filter.fileName == "every-kind.frag")
  }

  @Test func theStagesTextKeepsItsLineNumbers() throws {
    let lines = everyKind.split(separator: "\n", omittingEmptySubsequences: false)
    let filter = try #require(parsed(everyKind))
    for stage in filter.stages {
      let text = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
      let first = stage.firstLine - 1
      #expect(Array(lines[first..<(first + text.count - 1)]) == Array(text.dropLast()))
    }
    #expect(filter.stages[0].text.hasPrefix("vec4 filter_color"))
    #expect(filter.stages[1].text.hasPrefix("\nvec4 filter_image"))
  }

  @Test func linesMayEndAsOnOtherSystems() {
    let other = everyKind.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(parsed(other.joined(separator: "\r\n")) == parsed(everyKind))
    #expect(parsed(other.joined(separator: "\r")) == parsed(everyKind))
    #expect(parsed("\u{FEFF}" + everyKind) == parsed(everyKind))
  }

  @Test func omittedDirectivesHaveTheirDefaults() throws {
    let filter = try #require(parsed(colorHook, name: "bare"))
    #expect(filter.summary == "bare")
    #expect(filter.light == .encoded)
    #expect(filter.parameters.isEmpty)
    let image = "//!HOOK IMAGE\nvec4 filter_image(const in highp vec2 p) { return source(p); }"
    #expect(parsed(image)?.stages.first?.hook == .image(margin: FilterMargin(factor: 0)))
  }

  @Test func marginsHaveThreeForms() {
    func hook(_ margin: String) -> FilterStage.Hook? {
      parsed(
        """
        //!PARAM radius
        //!TYPE int
        //!MINIMUM 0
        //!MAXIMUM 9
        1
        //!HOOK IMAGE
        //!MARGIN \(margin)
        vec4 filter_image(vec2 p) { return source(p); }
        """)?.stages.first?.hook
    }
    #expect(hook("2.5") == .image(margin: FilterMargin(factor: 2.5)))
    #expect(hook("radius") == .image(margin: FilterMargin(factor: 1, parameter: 0)))
    #expect(hook("3*radius") == .image(margin: FilterMargin(factor: 3, parameter: 0)))
    #expect(hook("0.5 * radius") == .image(margin: FilterMargin(factor: 0.5, parameter: 0)))
  }

  @Test func descriptionsAreEscaped() {
    let filter = parsed("//!DESC red \u{1B}[31m\n" + colorHook)
    #expect(filter?.summary == "red \\x1B[31m")
  }

  @Test func aUsersFileIsNamedByItsPath() {
    let problem = #expect(throws: FilterError.self) {
      try FilterParser.parse(
        Array("//!LIGHT dim".utf8), name: "x", origin: .user(path: Array("/a\u{7}/x.frag".utf8)))
    }
    #expect(
      problem?.description
        == "/a\\x07/x.frag:1: “dim” is not a kind of light; use encoded or linear")
  }
}

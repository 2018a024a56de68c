import Filters
import Geometry
import Gestures
import Testing

@testable import FilterPanel

@Suite struct PanelTypingTests {
  private func typing(_ filter: FilterDefinition, _ parameter: Int) -> PanelDriver {
    var driver = PanelDriver([filter])
    driver.panel.select(.parameter(link: 0, parameter: parameter))
    driver.key(.enter)
    return driver
  }

  @Test func aTypedNumberIsSet() {
    var driver = typing(SampleFilters.exposure, 0)
    driver.type("-1.375")
    #expect(driver.value(0, 0) == .float(0), "nothing happens before Enter")
    driver.key(.enter)
    #expect(driver.value(0, 0) == .float(-1.375))
    #expect(driver.panel.input.typing == nil)
    #expect(driver.effects == [.chainChanged])
    driver.key(.enter)
    #expect(driver.panel.input.typing?.field.text == "-1.375")
    driver.type(" +2 ")
    driver.key(.enter)
    #expect(driver.value(0, 0) == .float(2))
  }

  @Test(arguments: ["", "abc", "9", "-5.01", "1e", "0x", "nan", "inf", "1,2", "--1", " "])
  func anInvalidValueGivesASentence(_ text: String) throws {
    var driver = typing(SampleFilters.exposure, 0)
    driver.key(.backspace)
    driver.type(text)
    driver.key(.enter)
    #expect(driver.value(0, 0) == .float(0))
    let sentence = try #require(driver.panel.shownNotices.first)
    #expect(sentence.contains("stops"))
    #expect(driver.panel.input.typing != nil)
    driver.key(.backspace)
    #expect(driver.panel.shownNotices.isEmpty, "the sentence goes with the next key")
    driver.key(.escape)
    #expect(driver.panel.input.typing == nil)
    #expect(driver.effects.isEmpty)
  }

  @Test func integersColoursAndChannelsAreTyped() {
    var driver = typing(SampleFilters.posterize, 0)
    driver.type("12")
    driver.key(.enter)
    #expect(driver.value(0, 0) == .int(12))
    driver.key(.enter)
    driver.type("1.5")
    driver.key(.enter)
    #expect(driver.value(0, 0) == .int(12))
    driver = typing(SampleFilters.clipping, 2)
    driver.type("#00ff0080")
    driver.key(.enter)
    #expect(
      driver.value(0, 2)
        == .color(PaintColor(red: 0, green: 1, blue: 0, alpha: 128.0 / 255)))
    driver.panel.select(.channel(link: 0, parameter: 2, channel: 2))
    driver.key(.enter)
    driver.type("256")
    driver.key(.enter)
    #expect(driver.panel.shownNotices.first?.contains("255") == true)
    driver.key(.backspace)
    driver.key(.enter)
    #expect(
      driver.value(0, 2)
        == .color(PaintColor(red: 0, green: 1, blue: 25.0 / 255, alpha: 128.0 / 255)))
  }

  @Test func aFileIsRequestedAndLoaded() throws {
    var driver = typing(SampleFilters.lut, 0)
    driver.type("~/Films/Kodak 5219.cube")
    driver.key(.enter)
    let path = Array("~/Films/Kodak 5219.cube".utf8)
    #expect(driver.effects == [.loadFile(link: 0, parameter: 0, path: path)])
    #expect(driver.value(0, 0) == .file(nil))
    let file = FilterFile(
      path: path, table: CubeTable(edge: 2, values: [Float](repeating: 0, count: 24)))
    driver.panel.setFile(file, link: 0, parameter: 0)
    #expect(driver.value(0, 0) == .file(file))
    let before = driver.panel.chain
    driver.panel.setFile(file, link: 0, parameter: 1)
    driver.panel.setFile(file, link: 7, parameter: 0)
    #expect(driver.panel.chain == before, "a number is no file")
    driver.key(.enter)
    driver.key(.backspace)
    driver.key(.enter)
    #expect(driver.value(0, 0) == .file(nil))
  }

  @Test func theFieldIsEdited() {
    var driver = typing(SampleFilters.exposure, 0)
    driver.type("12")
    driver.key(.left)
    driver.type("5")
    #expect(driver.panel.input.typing?.field.text == "152")
    driver.key(.home)
    driver.key(.delete)
    driver.key(.end)
    driver.type("7")
    #expect(driver.panel.input.typing?.field.text == "527")
    driver.key(.backspace)
    driver.key(Keysym("u"), .control)
    #expect(driver.panel.input.typing?.field.text == "")
    driver.key(Keysym(rawValue: 0x0100_20ac))
    driver.key(Keysym(rawValue: 0xe9))
    #expect(driver.panel.input.typing?.field.text == "€é")
  }

  @Test func theFieldGetsAllKeysWhileTyping() {
    var driver = typing(SampleFilters.exposure, 0)
    for key in [Keysym("q"), Keysym("n"), .f11, .space, .pageUp, Keysym(rawValue: 0xffe3)] {
      #expect(driver.key(key).isConsumed)
      #expect(driver.releaseKey(key).isConsumed)
    }
    #expect(driver.key(Keysym("s"), .control).isConsumed)
    #expect(driver.effects.isEmpty)
  }

  @Test func keysThatMoveOnEnterTheTypedText() {
    var driver = PanelDriver([SampleFilters.sharpen])
    let rows = (0..<2).map { FilterControl.parameter(link: 0, parameter: $0) }
    for (key, modifiers, from, to) in [
      (Keysym.down, [], 0, 1), (.tab, [], 0, 1), (.up, [], 1, 0), (.tab, .shift, 1, 0),
      // Shift and Down move on as without a typed text.
      (.down, .shift, 0, 1),
    ] as [(Keysym, Modifiers, Int, Int)] {
      driver.panel.select(rows[from])
      driver.key(.enter)
      driver.type("2")
      driver.key(key, modifiers)
      #expect(driver.value(0, from) == .float(2) && driver.panel.input.typing == nil)
      #expect(driver.panel.rows.selected == rows[to])
    }
  }

  @Test func aClickElsewhereEntersOrDropsTheTypedText() throws {
    var driver = typing(SampleFilters.exposure, 0)
    driver.type("3")
    driver.click(Point(x: 10, y: 10))
    #expect(driver.value(0, 0) == .float(3))
    try driver.click(.parameter(link: 0, parameter: 0), .value)
    #expect(driver.panel.input.typing != nil)
    driver.type("99")
    driver.click(Point(x: 10, y: 10))
    #expect(driver.value(0, 0) == .float(3))
    #expect(driver.panel.input.typing == nil && driver.panel.shownNotices.isEmpty)
  }

  @Test func theListSearchesNamesAndSummaries() throws {
    var driver = PanelDriver([])
    driver.key(Keysym("a"))
    #expect(driver.panel.listing?.found.count == SampleFilters.all.count)
    driver.type("colour")
    #expect(driver.panel.listing?.found.map(\.name) == ["lut", "false-color"])
    driver.key(.down)
    driver.key(.enter)
    #expect(driver.panel.chain.links.map(\.definition.name) == ["false-color"])
    #expect(driver.panel.rows.selected == .parameter(link: 0, parameter: 0))
    #expect(driver.panel.listing == nil)
    driver.key(Keysym("a"))
    driver.type("ex")
    #expect(driver.panel.listing?.found.first?.name == "exposure")
    driver.type("zzz")
    #expect(driver.panel.listing?.found.isEmpty == true)
    driver.key(.enter)
    #expect(driver.panel.listing != nil, "nothing is found, so nothing is added")
    driver.key(Keysym("u"), .control)
    driver.type("wb")
    #expect(driver.panel.listing?.found.map(\.name) == ["white-balance"])
    try driver.click(.choice(0))
    #expect(driver.panel.chain.links.map(\.definition.name) == ["false-color", "white-balance"])
  }

  @Test func aFullChainGivesASentence() {
    var driver = PanelDriver(
      Array(repeating: SampleFilters.invert, count: FilterChain.mostLinks))
    driver.key(Keysym("a"))
    driver.key(.enter)
    #expect(driver.panel.chain.links.count == 32)
    #expect(driver.panel.shownNotices == ["a chain can have at most 32 filters"])
  }
}

import Filters
import Geometry
import Gestures
import Testing

@testable import FilterPanel

@Suite struct PanelKeyTests {
  @Test func arrowsStepTheSelectedValue() {
    var driver = PanelDriver([SampleFilters.exposure])
    driver.key(.down)
    #expect(driver.panel.rows.selected == .parameter(link: 0, parameter: 0))
    driver.key(.right)
    driver.key(.right)
    #expect(driver.value(0, 0) == .float(0.2))
    driver.key(.right, .shift)
    #expect(driver.value(0, 0) == .float(1.2))
    driver.key(.left, .control)
    #expect(driver.value(0, 0) == .float(1.19))
    driver.key(.pageUp)
    #expect(driver.value(0, 0) == .float(2.1))
    driver.key(.pageDown)
    #expect(driver.value(0, 0) == .float(1.1))
    driver.key(.home)
    #expect(driver.value(0, 0) == .float(-5))
    driver.key(.left)
    #expect(driver.value(0, 0) == .float(-5))
    driver.key(.end)
    #expect(driver.value(0, 0) == .float(5))
    driver.key(.backspace)
    #expect(driver.value(0, 0) == .float(0))
  }

  @Test func tabAndArrowsGoThroughAllRowsAndAround() {
    var driver = PanelDriver([SampleFilters.clipping, SampleFilters.invert])
    var seen: [FilterControl] = []
    for _ in 0..<30 {
      guard let row = driver.panel.rows.selected, !seen.contains(row) else { break }
      seen.append(row)
      driver.key(seen.count.isMultiple(of: 2) ? .tab : .down)
    }
    // The colour opens when it is focused, so its channels follow.
    #expect(
      seen == [
        .filter(0), .parameter(link: 0, parameter: 0), .parameter(link: 0, parameter: 1),
        .parameter(link: 0, parameter: 2), .channel(link: 0, parameter: 2, channel: 0),
        .channel(link: 0, parameter: 2, channel: 1), .channel(link: 0, parameter: 2, channel: 2),
        .channel(link: 0, parameter: 2, channel: 3), .filter(1), .add, .savePicture, .saveView,
        .keep,
      ])
    driver.key(.up)
    #expect(driver.panel.rows.selected == .keep)
    driver.key(.tab, .shift)
    #expect(driver.panel.rows.selected == .saveView)
    driver.key(Keysym(rawValue: 0xfe20), .shift)
    #expect(driver.panel.rows.selected == .savePicture)
  }

  @Test func theSelectedRowScrollsIntoView() throws {
    var driver = PanelDriver(surface: PixelSize(width: 600, height: 400))
    for _ in driver.placed.rows {
      driver.key(.down)
      let placed = driver.placed
      let selection = try #require(driver.panel.rows.selected)
      let row = try #require(placed.row(selection))
      if row.isScrolled {
        #expect(row.rect.intersection(placed.viewport) == row.rect)
      }
    }
  }

  @Test func spaceAndEnterToggle() {
    var driver = PanelDriver([SampleFilters.clipping])
    driver.key(.space)
    #expect(driver.panel.chain.links[0].isOn == false)
    driver.key(.enter)
    #expect(driver.panel.chain.links[0].isOn)
    driver.key(.left)
    #expect(!driver.panel.chain.links[0].isOn)
    driver.key(.down)
    driver.key(.space)
    #expect(driver.value(0, 0) == .bool(false))
    driver.key(.right)
    #expect(driver.value(0, 0) == .bool(true))
    #expect(driver.effects.allSatisfy { $0 == .chainChanged })
    driver.panel.select(.keep)
    driver.key(.space)
    #expect(driver.effects.last == .keepChanged(true))
    #expect(driver.panel.keepsChain)
  }

  @Test func choicesCycleAndOpen() {
    var driver = PanelDriver([SampleFilters.falseColor])
    let row = FilterControl.parameter(link: 0, parameter: 0)
    driver.panel.select(row)
    driver.key(.left)
    #expect(driver.value(0, 0) == .option(3))
    driver.key(.right)
    #expect(driver.value(0, 0) == .option(0))
    driver.key(.enter)
    driver.key(.down)
    driver.key(.down)
    driver.key(.enter)
    #expect(driver.value(0, 0) == .option(2))
    #expect(driver.panel.rows.selected == row)
    #expect(driver.panel.rows.opened == nil)
    driver.key(.space)
    #expect(driver.panel.rows.selected == .option(link: 0, parameter: 0, option: 2))
    driver.key(.escape)
    #expect(
      driver.panel.isOpen && driver.panel.rows.selected == row && driver.panel.rows.opened == nil)
    #expect(driver.value(0, 0) == .option(2))
  }

  @Test func keysMoveAndRemoveFilters() {
    var driver = PanelDriver([
      SampleFilters.exposure, SampleFilters.invert, SampleFilters.sepia,
    ])
    func names() -> [String] { driver.panel.chain.links.map(\.definition.name) }
    driver.panel.select(.parameter(link: 0, parameter: 0))
    driver.key(.down, .control)
    #expect(names() == ["invert", "exposure", "sepia"])
    #expect(driver.panel.rows.selected == .parameter(link: 1, parameter: 0))
    driver.key(.down, .alt)
    driver.key(.down, .alt)
    #expect(names() == ["invert", "sepia", "exposure"])
    driver.key(.up, .control)
    #expect(names() == ["invert", "exposure", "sepia"])
    driver.key(.delete)
    #expect(names().count == 3, "on a value, Delete resets it")
    driver.key(.delete, .shift)
    #expect(names() == ["invert", "sepia"])
    #expect(driver.panel.rows.selected == .filter(1))
    driver.key(.delete)
    driver.key(.backspace)
    #expect(names().isEmpty)
    #expect(driver.panel.rows.selected == .add)
    #expect(!driver.key(.delete).isConsumed)
  }

  @Test func controlSSaves() {
    var driver = PanelDriver()
    driver.key(Keysym("s"), .control)
    driver.key(Keysym("S"), [.control, .shift])
    #expect(driver.effects == [.savePicture, .saveView])
    #expect(!driver.key(Keysym("s")).isConsumed)
  }

  @Test func escapeClosesThePanelLast() {
    var driver = PanelDriver()
    driver.key(Keysym("a"))
    driver.key(.escape)
    #expect(driver.panel.isOpen && driver.panel.listing == nil)
    driver.panel.select(.parameter(link: 0, parameter: 0))
    driver.key(.enter)
    driver.key(.escape)
    #expect(driver.panel.isOpen && driver.panel.input.typing == nil)
    #expect(driver.key(.escape).isConsumed)
    #expect(!driver.panel.isOpen)
    #expect(driver.effects == [.close])
    #expect(!driver.key(.escape).isConsumed)
  }
}

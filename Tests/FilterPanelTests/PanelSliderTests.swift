import Filters
import Geometry
import Gestures
import Testing

@testable import FilterPanel

@Suite struct PanelSliderTests {
  private let stops = FilterControl.parameter(link: 0, parameter: 0)
  private let shift = Keysym(rawValue: 0xffe1)

  @Test func draggingGivesTheValueUnderThePointer() throws {
    var driver = PanelDriver([SampleFilters.exposure])
    driver.press(try driver.place(stops, 0.68))
    #expect(driver.value(0, 0) == .float(1.8))
    for (fraction, value) in [(0.2, -3.0), (0.57, 0.7), (1, 5), (0, -5), (0.5, 0)] {
      driver.move(try driver.place(stops, fraction))
      #expect(driver.value(0, 0) == .float(value))
    }
    driver.release(.zero)
    driver.move(try driver.place(stops, 0.9))
    #expect(driver.value(0, 0) == .float(0))
  }

  @Test(arguments: [1, 1.5, 2, 3])
  func everyStepCanBeReachedAtEveryScale(_ scale: Double) throws {
    var driver = PanelDriver(
      [SampleFilters.exposure], surface: PixelSize(width: 2000, height: 3000), scale: scale)
    driver.press(try driver.place(stops, 0))
    for step in -50...50 {
      driver.move(try driver.place(stops, (Double(step) + 50) / 100))
      #expect(driver.value(0, 0) == .float(Double(step) / 10))
    }
  }

  @Test func theSliderSnapsToItsDefault() throws {
    // 0.7 in 0 to 4 is not at a whole pixel.
    var driver = PanelDriver([SampleFilters.sharpen])
    let row = FilterControl.parameter(link: 0, parameter: 0)
    let place = try driver.place(row, 0.7 / 4)
    driver.press(try driver.place(row, 0.9))
    for x in [-3.0, -1.5, 0, 2, 3] {
      driver.move(try driver.place(row, 0.9))
      driver.move(Point(x: place.x + x, y: place.y))
      #expect(driver.value(0, 0) == .float(0.7))
    }
  }

  @Test func theThumbDoesNotJumpWhenPressed() throws {
    var driver = PanelDriver([SampleFilters.exposure])
    driver.panel.setChain(
      FilterChain([FilterLink(SampleFilters.exposure, values: [.float(1.23)])]))
    let thumb = try driver.place(stops, 0.623)
    driver.press(Point(x: thumb.x + 4, y: thumb.y))
    #expect(driver.value(0, 0) == .float(1.23))
    let other = try driver.place(stops, 0.8)
    driver.move(Point(x: other.x + 4, y: thumb.y))
    #expect(driver.value(0, 0) == .float(3))
  }

  @Test func shiftMovesTheSliderTenTimesFiner() throws {
    var driver = PanelDriver([SampleFilters.exposure])
    let thumb = try driver.place(stops, 0.5)
    driver.press(thumb, .shift)
    // Without Shift, 27.2 of 272 pixels would be one stop.
    driver.move(Point(x: thumb.x + 27.2, y: thumb.y))
    #expect(driver.value(0, 0) == .float(0.1))
    driver.move(Point(x: thumb.x + 35.4, y: thumb.y))
    #expect(driver.value(0, 0) == .float(0.13))
    // Once Shift is released, the slider continues from there.
    driver.releaseKey(shift)
    driver.move(Point(x: thumb.x + 35.4, y: thumb.y))
    #expect(driver.value(0, 0) == .float(0.1))
    driver.move(Point(x: thumb.x + 35.4 + 54, y: thumb.y))
    guard case .float(let coarse) = driver.value(0, 0) else { return }
    #expect(abs(coarse - 2.1) < 0.11)
    driver.key(shift)
    driver.move(Point(x: thumb.x + 35.4 + 54 - 27.2, y: thumb.y))
    guard case .float(let fine) = driver.value(0, 0) else { return }
    #expect(abs(coarse - fine - 0.1) < 0.011)
  }

  @Test func aDragContinuesOutsideThePanel() throws {
    var driver = PanelDriver([SampleFilters.exposure])
    driver.press(try driver.place(stops, 0.9))
    #expect(driver.move(Point(x: 3, y: 1500)).isConsumed)
    #expect(driver.value(0, 0) == .float(-5))
    #expect(driver.release(Point(x: 3, y: 1500)).isConsumed)
    #expect(!driver.move(Point(x: 4, y: 1500)).isConsumed)
  }

  @Test func doubleAndRightClicksReset() throws {
    var driver = PanelDriver([SampleFilters.exposure])
    let off = try driver.place(stops, 0.9)
    driver.click(off)
    #expect(driver.value(0, 0) == .float(4))
    driver.doubleClick(off)
    #expect(driver.value(0, 0) == .float(0))
    let row = try #require(driver.placed.row(stops)?.rect)
    let name = Point(x: Double(row.minX + 20), y: Double(row.minY + 8))
    driver.click(off)
    driver.doubleClick(name)
    #expect(driver.value(0, 0) == .float(0))
    driver.click(off)
    driver.click(name)
    driver.click(name)
    #expect(driver.value(0, 0) == .float(4), "two slow clicks are no double-click")
    driver.click(name, button: 3)
    #expect(driver.value(0, 0) == .float(0))
  }

  @Test func theWheelStepsASliderAndScrollsElsewhere() throws {
    var driver = PanelDriver(surface: PixelSize(width: 1000, height: 700))
    let slider = try driver.place(stops, 0.5)
    #expect(driver.turn(slider, y: -1).isConsumed)
    #expect(driver.value(0, 0) == .float(0.1))
    driver.turn(slider, y: 0.4)
    driver.turn(slider, y: 0.7)
    #expect(driver.value(0, 0) == .float(0))
    driver.turn(slider, y: -2, .shift)
    #expect(driver.value(0, 0) == .float(2))
    driver.turn(slider, y: -3, .control)
    #expect(driver.value(0, 0) == .float(2.03))
    #expect(driver.panel.input.scroll == 0)
    driver.time += 1
    let title = try driver.middle(.filter(1))
    driver.turn(title, y: 1)
    #expect(driver.panel.input.scroll == 48)
    // A slider that scrolls under the pointer meanwhile is not changed.
    let before = driver.panel.chain
    for _ in 0..<40 {
      driver.time += 0.1
      driver.turn(title, y: 1)
    }
    #expect(driver.panel.chain == before)
    #expect(driver.panel.input.scroll == driver.placed.mostScroll)
    for _ in 0..<60 { driver.turn(title, y: -1) }
    #expect(driver.panel.input.scroll == 0)
  }

  @Test func fingersScrollTheRowsAndStepOnlySideways() throws {
    var driver = PanelDriver(surface: PixelSize(width: 1000, height: 700))
    let slider = try driver.place(stops, 0.5)
    driver.turn(slider, x: 2, source: .touchpad)
    #expect(driver.value(0, 0) == .float(0.2))
    driver.time += 1
    for _ in 0..<10 { driver.turn(slider, y: 0.01, source: .touchpad) }
    #expect(driver.panel.input.scroll == 4)
    #expect(driver.value(0, 0) == .float(0.2))
  }

  @Test func theChannelsOfAColourHaveSliders() throws {
    var driver = PanelDriver([SampleFilters.clipping])
    try driver.click(.parameter(link: 0, parameter: 2))
    let green = FilterControl.channel(link: 0, parameter: 2, channel: 1)
    driver.press(try driver.place(green, 128.0 / 255))
    driver.release(.zero)
    #expect(
      driver.value(0, 2)
        == .color(PaintColor(red: 1, green: 128.0 / 255, blue: 0)))
    try driver.click(green, .slider, button: 3)
    #expect(driver.value(0, 2) == SampleFilters.clipping.parameters[2].defaultValue)
    // A second click on the name closes the channels.
    try driver.click(.parameter(link: 0, parameter: 2))
    #expect(driver.placed.row(green) == nil)
  }
}

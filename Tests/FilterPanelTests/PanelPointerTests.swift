import Filters
import Geometry
import Gestures
import Testing

@testable import FilterPanel

@Suite struct PanelPointerTests {
  private let outside = Point(x: 200, y: 300)

  @Test func thePanelIgnoresEventsOutside() {
    var driver = PanelDriver()
    #expect(!driver.press(outside).isConsumed)
    #expect(!driver.move(Point(x: 210, y: 300)).isConsumed)
    // A pan that began on the picture may cross the panel.
    let inside = Rect(driver.placed.frame).center
    #expect(!driver.move(inside).isConsumed)
    #expect(!driver.press(inside, button: 3).isConsumed)
    #expect(!driver.release(inside, button: 3).isConsumed)
    #expect(!driver.release(inside).isConsumed)
    #expect(driver.move(inside).isConsumed)
    #expect(!driver.turn(outside, y: 1).isConsumed)
    #expect(driver.turn(inside, y: 1).isConsumed)
    #expect(!driver.press(inside, button: 8).isConsumed)
    for key in ["n", "p", "+", "-", "0", "1", "f", "q", "r", "?", "h"] as [Unicode.Scalar] {
      #expect(!driver.key(Keysym(key)).isConsumed, "\(key)")
    }
    driver.panel.select(.add)
    for key in [Keysym.left, .right, .pageUp, .pageDown, .home, .end, .f11, .backspace] {
      #expect(!driver.key(key).isConsumed)
    }
    #expect(!driver.send(.closeRequested).isConsumed)
    #expect(
      !driver.send(
        .pinch(PinchEvent(phase: .began, scale: 1, delta: .zero, position: inside, time: 0))
      ).isConsumed)
    #expect(driver.effects.isEmpty)
  }

  @Test func aPressInThePanelStaysInThePanel() {
    var driver = PanelDriver()
    let inside = Point(x: Double(driver.placed.header.minX + 40), y: 20)
    for button in 1...3 {
      #expect(driver.press(inside, button: button).isConsumed)
      #expect(driver.move(outside).isConsumed)
      #expect(driver.turn(outside, y: 1).isConsumed)
      #expect(driver.release(outside, button: button).isConsumed)
      #expect(!driver.move(outside).isConsumed)
    }
  }

  @Test func switchesAndButtonsWork() throws {
    var driver = PanelDriver([SampleFilters.clipping, SampleFilters.falseColor])
    try driver.click(.filter(0), .toggle)
    #expect(!driver.panel.chain.links[0].isOn)
    try driver.click(.parameter(link: 0, parameter: 1), .toggle)
    #expect(driver.value(0, 1) == .bool(true))
    let map = FilterControl.parameter(link: 1, parameter: 0)
    try driver.click(map, .next)
    #expect(driver.value(1, 0) == .option(1))
    try driver.click(map, .previous)
    try driver.click(map, .value)
    try driver.click(.option(link: 1, parameter: 0, option: 3))
    #expect(driver.value(1, 0) == .option(3))
    try driver.click(.filter(1), .moveUp)
    #expect(driver.panel.chain.links.map(\.definition.name) == ["false-color", "clipping"])
    try driver.click(.filter(0), .moveUp)
    try driver.click(.filter(0), .moveDown)
    #expect(driver.panel.chain.links.map(\.definition.name) == ["clipping", "false-color"])
    try driver.click(.filter(0), button: 3)
    #expect(
      driver.panel.chain.links[0].values == SampleFilters.clipping.parameters.map(\.defaultValue))
    try driver.click(.filter(0), .remove)
    #expect(driver.panel.chain.links.map(\.definition.name) == ["false-color"])
    #expect(driver.effects.allSatisfy { $0 == .chainChanged })
    driver.effects = []
    try driver.click(.savePicture)
    try driver.click(.saveView)
    try driver.click(.keep, .toggle)
    try driver.click(.add)
    try driver.click(.close)
    #expect(driver.panel.isOpen, "the cross of the list goes back to the chain")
    try driver.click(.close)
    #expect(driver.effects == [.savePicture, .saveView, .keepChanged(true), .close])
  }

  @Test func draggingANameMovesItsFilter() throws {
    var driver = PanelDriver([
      SampleFilters.sharpen, SampleFilters.invert, SampleFilters.clipping,
    ])
    func names() -> [String] { driver.panel.chain.links.map(\.definition.name) }
    let first = try driver.middle(.filter(0))
    driver.press(first)
    driver.move(Point(x: first.x, y: first.y + 3))
    #expect(names() == ["sharpen", "invert", "clipping"], "a hand that trembles moves nothing")
    let second = try driver.middle(.filter(1))
    driver.move(Point(x: first.x, y: second.y + 1))
    #expect(names() == ["invert", "sharpen", "clipping"])
    driver.move(Point(x: first.x, y: second.y + 2))
    #expect(names() == ["invert", "sharpen", "clipping"], "it does not go back by itself")
    driver.move(Point(x: -50, y: 5000))
    #expect(names() == ["invert", "clipping", "sharpen"])
    driver.move(Point(x: 0, y: -5000))
    #expect(names() == ["sharpen", "invert", "clipping"])
    #expect(driver.panel.rows.selected == .filter(0))
    driver.release(.zero)
    driver.move(Point(x: 0, y: 5000))
    #expect(names() == ["sharpen", "invert", "clipping"])
  }

  @Test func comparingLastsWhileAKeyOrButtonIsHeld() throws {
    var driver = PanelDriver()
    for _ in 0..<5 { #expect(driver.key(Keysym("c")).isConsumed) }
    #expect(driver.panel.isComparing)
    #expect(driver.releaseKey(Keysym("c")).isConsumed)
    #expect(!driver.releaseKey(Keysym("c")).isConsumed)
    #expect(driver.effects == [.compare(true), .compare(false)])
    driver.effects = []
    driver.press(try driver.middle(.compare))
    #expect(driver.panel.isComparing)
    driver.move(outside)
    driver.releaseKey(Keysym("c"))
    driver.release(outside)
    #expect(driver.effects == [.compare(true), .compare(false)])
    driver.effects = []
    driver.key(Keysym("c"))
    driver.send(.visibility(isVisible: false))
    driver.key(Keysym("c"))
    driver.key(.escape)
    #expect(
      driver.effects == [
        .compare(true), .compare(false), .compare(true), .compare(false), .close,
      ])
  }

  @Test func theSplitLineIsDraggableWhileThePanelIsClosed() throws {
    var driver = PanelDriver(surface: PixelSize(width: 1000, height: 600))
    #expect(driver.panel.splitColumn(on: driver.surface) == nil)
    driver.key(Keysym("v"))
    #expect(driver.effects == [.splitMoved(500)])
    #expect(!driver.press(Point(x: 491, y: 100)).isConsumed)
    driver.release(Point(x: 491, y: 100))
    #expect(driver.press(Point(x: 507, y: 100)).isConsumed)
    driver.move(Point(x: 307, y: 500))
    driver.move(Point(x: -300, y: 500))
    driver.move(Point(x: 3000, y: 500))
    driver.move(Point(x: 207, y: 500))
    #expect(driver.release(Point(x: 207, y: 500)).isConsumed)
    #expect(
      driver.effects.dropFirst() == [
        .splitMoved(300), .splitMoved(0), .splitMoved(1000), .splitMoved(200),
      ])
    driver.key(.escape)
    #expect(!driver.panel.isOpen)
    #expect(driver.press(Point(x: 200, y: 100)).isConsumed)
    driver.move(Point(x: 400, y: 100))
    driver.release(Point(x: 400, y: 100))
    #expect(driver.panel.splitColumn(on: PixelSize(width: 500, height: 300)) == 200)
    driver.panel.toggleSplit()
    #expect(driver.panel.splitDrawing(surface: driver.surface) == nil)
    #expect(!driver.press(Point(x: 400, y: 100)).isConsumed)
  }

  @Test func aNewChainEndsDragsAndEdits() throws {
    var driver = PanelDriver()
    driver.press(try driver.place(.parameter(link: 1, parameter: 0), 0.3))
    driver.panel.setChain(FilterChain([FilterLink(SampleFilters.lut)]))
    driver.move(outside)
    driver.release(outside)
    #expect(driver.panel.chain == FilterChain([FilterLink(SampleFilters.lut)]))
    #expect(driver.panel.rows.selected == .filter(0))
    // A change of values does not end a drag.
    let row = FilterControl.parameter(link: 0, parameter: 1)
    driver.press(try driver.place(row, 0.3))
    driver.panel.setChain(
      FilterChain([FilterLink(SampleFilters.lut, values: [.file(nil), .float(0.9)])]))
    driver.move(try driver.place(row, 0.25))
    #expect(driver.value(0, 1) == .float(0.25))
  }

  @Test func aFingerOnThePictureLeavesThePanelToTheNextOne() throws {
    var driver = PanelDriver([SampleFilters.clipping])
    func touch(_ phase: GesturePhase, _ place: Point) -> WindowEvent {
      .touch(TouchEvent(id: 1, phase: phase, position: place, time: 0))
    }
    for phase in [GesturePhase.began, .changed, .ended] {
      let isConsumed = driver.send(touch(phase, outside)).isConsumed
      #expect(!isConsumed)
    }
    let toggle = try driver.middle(.filter(0), .toggle)
    for phase in [GesturePhase.began, .ended] {
      let isConsumed = driver.send(touch(phase, toggle)).isConsumed
      #expect(isConsumed)
    }
    #expect(!driver.panel.chain.links[0].isOn)
  }

  @Test func theCrossClosesThePanelAtOnce() throws {
    var driver = PanelDriver([SampleFilters.falseColor])
    try driver.click(.parameter(link: 0, parameter: 0), .value)
    #expect(driver.panel.rows.opened != nil)
    try driver.click(.close)
    #expect(!driver.panel.isOpen)
  }

  @Test func aReloadedFilterKeepsItsValues() {
    var driver = PanelDriver([SampleFilters.exposure])
    driver.panel.setChain(
      FilterChain([FilterLink(SampleFilters.exposure, values: [.float(3)])]))
    var narrower = SampleFilters.exposure
    narrower.parameters = [SampleFilters.float("stops", "Stops", -2...2, 1)]
    driver.panel.setLibrary(FilterLibrary([narrower]))
    #expect(driver.value(0, 0) == .float(2))
    #expect(driver.panel.chain.links[0].definition == narrower)
  }
}

import Controls
import Geometry
import Gestures
import Testing

@testable import Viewer

/// The rows of the menu and of lists, which are higher for fingers.
@Suite struct FingerRowsTests {
  private let surface = PixelSize(width: 1280, height: 1000)
  private let output = NoticesTests.Output()

  private func driver(
    by device: LastInput.Device, scale: Double = 1, on surface: PixelSize? = nil
  ) -> MenuDriver {
    MenuDriver(
      menu: MenuDriver.menu(scale: scale, by: device), surface: surface ?? self.surface)
  }

  private func heights(_ driver: MenuDriver) -> [Int] {
    (driver.sections.rows + driver.commands.rows).map(\.rect.height)
  }

  // MARK: The menu

  @Test(arguments: [1.0, 1.5, 2]) func rowsAreAsHighAsTheDeviceNeeds(scale: Double) throws {
    for (device, least) in [(LastInput.Device.touch, 44.0), (.pointer, 24), (.keyboard, 24)] {
      var driver = driver(by: device, scale: scale)
      let rect = try #require(driver.sections.rect(of: Target(0)))
      driver.move(to: Rect(rect).center)
      let heights = heights(driver).map(Double.init)
      #expect(heights.count > MenuDriver.sections.count, "both menus are shown")
      #expect(heights.allSatisfy { $0 >= least * scale }, "\(device)")
      #expect((heights.max() ?? 0 >= 44 * scale) == (device == .touch), "\(device)")
    }
  }

  @Test func aTapChoosesTheSecondRow() throws {
    let section = MenuDriver.sections[1]
    for part in [0.02, 0.5, 0.98] {
      var driver = driver(by: .touch)
      func place(_ rect: PixelRect) -> Point {
        Point(x: Rect(rect).center.x, y: Double(rect.minY) + part * Double(rect.height))
      }
      driver.tap(place(try #require(driver.sections.rect(of: Target(1)))))
      #expect(driver.outcome == .consumed)
      #expect(driver.commands.rows.map(\.node.name) == section.items.map(\.title))
      driver.tap(place(try #require(driver.commands.rect(of: Target(1)))))
      #expect(driver.outcome == section.items[1].outcome && !driver.menu.isOpen)
    }
  }

  @Test func rowsDoNotMoveUnderAFinger() throws {
    var driver = driver(by: .pointer)
    let before = driver.sections.rows.map(\.rect)
    let place = Rect(try #require(driver.sections.rect(of: Target(1)))).center
    driver.touch(.began, at: place)
    #expect(driver.sections.rows.map(\.rect) == before)
    driver.touch(.began, at: place, 2)
    driver.touch(.changed, at: Point(x: place.x + 2, y: place.y))
    driver.touch(.ended, at: place)
    #expect(driver.sections.rows.map(\.rect) == before, "another finger is down")
    driver.touch(.ended, at: place, 2)
    #expect(heights(driver).allSatisfy { $0 >= 44 })
    // The pointer does not move them back.
    let after = driver.sections.rows.map(\.rect)
    driver.move(to: place)
    #expect(driver.sections.rows.map(\.rect) == after)
  }

  @Test func aFingerScrollsAListThatDoesNotFit() throws {
    var driver = driver(by: .touch, on: PixelSize(width: 400, height: 300))
    driver.tap(Rect(try #require(driver.sections.rect(of: Target(0)))).center)
    let last = MenuDriver.sections[0].items.count - 1
    #expect(driver.commands.rect(of: Target(last)) == nil, "it does not fit")
    for _ in 0..<8 {
      var place = Rect(driver.commands.frame).center
      driver.touch(.began, at: place)
      place.y -= 150
      driver.touch(.changed, at: place)
      driver.touch(.ended, at: place)
      #expect(driver.outcome == .consumed && driver.menu.isOpen, "a drag chooses nothing")
    }
    #expect(driver.commands.scroll == driver.commands.mostScroll)
    let place = Rect(try #require(driver.commands.rect(of: Target(last)))).center
    driver.touch(.began, at: place)
    driver.touch(.changed, at: Point(x: place.x, y: place.y + 4))
    driver.touch(.ended, at: Point(x: place.x, y: place.y + 4))
    #expect(driver.outcome == MenuDriver.sections[0].items[last].outcome)
  }

  @Test func aDragInAListThatFitsChoosesWhereItEnds() throws {
    var driver = driver(by: .touch, on: PixelSize(width: 1280, height: 1600))
    driver.touch(.began, at: Rect(try #require(driver.sections.rect(of: Target(3)))).center)
    driver.touch(.changed, at: Rect(try #require(driver.sections.rect(of: Target(2)))).center)
    let place = Rect(try #require(driver.commands.rect(of: Target(1)))).center
    driver.touch(.changed, at: place)
    driver.touch(.ended, at: place)
    #expect(driver.outcome == MenuDriver.sections[2].items[1].outcome)
  }

  // MARK: The last input

  @Test func theLastDeviceIsKnown() {
    var last = LastInput()
    func motion(_ x: Double) -> WindowEvent { .motion(position: Point(x: x, y: 0), time: 0) }
    let press = KeyPress(keysym: Keysym.f10.rawValue, modifiers: [], position: .zero, time: 0)
    let touch = TouchEvent(id: 1, phase: .began, position: .zero, time: 0)
    let steps: [(event: WindowEvent, device: LastInput.Device)] = [
      (motion(5), .pointer), (.key(press), .keyboard),
      (.keyReleased(press), .keyboard), (.touch(touch), .touch), (.pointerLeft, .touch),
      (motion(5), .touch), (motion(6), .pointer), (.touch(touch), .touch),
      (
        .button(
          ButtonEvent(button: 3, isPressed: true, position: .zero, modifiers: [], time: 0)),
        .pointer
      ),
    ]
    for (event, device) in steps {
      last.note(event)
      #expect(last.device == device, "\(event)")
    }
  }

  // MARK: Lists

  private let items = [CommandName.fit, .actualSize, .fill].map { PaletteState.Item(name: $0) }

  private func heights(_ state: PaletteState) -> [Int] {
    state.placed(on: surface).rows.map(\.rect.height)
  }

  @Test func aListOpensWithRowsForTheLastDevice() {
    output.surface = surface
    let notices = Notices(output: output, interfaceScale: 1)
    var drawn = DrawnState<PaletteState>()
    for (device, height) in [(LastInput.Device.touch, 44), (.pointer, 30), (.touch, 44)] {
      drawn.state.open(items, scale: 1)
      for current in [device, .pointer, .touch] {
        drawn.draw(.palette, on: surface, by: current, in: notices)
        #expect(heights(drawn.state) == [height, height, height], "\(device), \(current)")
      }
      drawn.state.close()
      drawn.draw(.palette, on: surface, by: device, in: notices)
    }
  }

  @Test func aTapOnTheSecondRowOfAListPerformsItsCommand() throws {
    var state = PaletteState()
    state.open(items, scale: 1)
    state.input.usesFingers = true
    let rect = try #require(state.placed(on: surface).rect(of: Target(.match(1))))
    #expect(rect.height == 44)
    let touch = TouchEvent(
      id: 1, phase: .began, position: Point(x: Rect(rect).center.x, y: Double(rect.maxY) - 1),
      time: 0)
    let answer = state.take(.touch(touch), on: surface).answer
    #expect(answer == Command(.actualSize))
  }

  @Test func rowsOfAListGrowWhenAFingerLeaves() {
    var state = PaletteState()
    state.open(items, scale: 1)
    let field = Rect(state.placed(on: surface).field).center
    for (phase, height) in [(GesturePhase.began, 30), (.changed, 30), (.ended, 44)] {
      let touch = TouchEvent(id: 1, phase: phase, position: field, time: 0)
      _ = state.take(.touch(touch), on: surface)
      #expect(heights(state) == [height, height, height], "\(phase)")
    }
  }
}

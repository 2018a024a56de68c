import Controls
import Geometry
import Gestures
import Testing

@testable import Viewer

/// The bar's layout at all sizes, and its input by pointer, wheel, fingers and keys.
@Suite struct BarStateTests {
  private typealias Item = BarState.Item

  static let surfaces = [
    PixelSize(width: 3840, height: 2160), PixelSize(width: 1280, height: 800),
    PixelSize(width: 640, height: 480), PixelSize(width: 400, height: 300),
    PixelSize(width: 320, height: 240), PixelSize(width: 200, height: 200),
  ]
  private static let commands = CommandName.allCases.filter {
    $0.definition.traits.contains(.inBar)
  }

  func bar(isPlaying: Bool = false, scale: Double = 1) -> BarState {
    var bar = BarState()
    bar.contents.buttons = Self.commands.map { BarContents.Button($0, key: "k") }
    bar.contents.position = BarContents.Position(number: 3, count: 120)
    bar.contents.zoom = BarContents.Zoom(scale: scale, limits: 0.125...64)
    if isPlaying { bar.contents.progress = BarContents.Progress(part: 0.25, text: "5 of 20") }
    return bar
  }

  struct Driver {
    var bar: BarState
    var surface = BarStateTests.surfaces[1]
    var scale = 1.0
    var isConsumed = false
    var actions: [BarState.Action] = []

    var placed: Placed<BarState.Item> {
      bar.placed(in: PixelRect(surface), on: surface, scale: scale)
    }

    func center(_ item: BarState.Item, _ part: Target<BarState.Item>.Part = .whole) -> Point {
      placed.rect(of: Target(item, part)).map { Rect($0).center } ?? .zero
    }

    mutating func send(_ event: WindowEvent) { (isConsumed, actions) = bar.take(event, in: placed) }

    mutating func move(to place: Point) { send(.motion(position: place, time: 0)) }

    mutating func button(_ isPressed: Bool, at place: Point, time: Double = 0) {
      send(
        .button(
          ButtonEvent(
            button: 1, isPressed: isPressed, position: place, modifiers: [], time: time)))
    }

    mutating func key(_ key: Keysym, _ modifiers: Modifiers = []) {
      send(.key(KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: 0)))
    }

    mutating func type(_ text: String) { for scalar in text.unicodeScalars { key(Keysym(scalar)) } }

    mutating func wheel(_ detents: Double, at place: Point) {
      send(
        .scroll(
          ScrollEvent(
            detents: Point(x: 0, y: detents), source: .wheel, isContinuous: false,
            position: place, modifiers: [], time: 0)))
    }

    mutating func touch(_ phase: GesturePhase, at place: Point) {
      send(.touch(TouchEvent(id: 7, phase: phase, position: place, time: 0)))
    }
  }

  // MARK: Layout

  @Test(arguments: surfaces, [1.0, 2.0])
  func itLiesWholeInTheWindowWithLargeTargets(surface: PixelSize, scale: Double) {
    for isPlaying in [false, true] {
      for usesFingers in [false, true] {
        var bar = bar(isPlaying: isPlaying)
        bar.usesFingers = usesFingers
        let placed = bar.placed(in: PixelRect(surface), on: surface, scale: scale)
        guard !placed.frame.isEmpty else {
          #expect(surface.width < Int(280 * scale), "\(surface)")
          continue
        }
        #expect(placed.frame.intersection(PixelRect(surface)) == placed.frame)
        #expect(placed.frame.height * 100 <= surface.height * 42, "\(surface)")
        for (index, row) in placed.rows.enumerated() {
          #expect(row.rect.intersection(placed.frame) == row.rect, "\(row.node.id)")
          for other in placed.rows[(index + 1)...] {
            #expect(row.rect.intersection(other.rect).isEmpty, "\(row.node.id) \(other.node.id)")
          }
          guard row.node.role != .label else { continue }
          let isTiny = surface.width < Int(232 * scale)
          let least = Int((usesFingers && !isTiny ? 44 : 24) * scale)
          #expect(row.rect.width >= least && row.rect.height >= least, "\(row.node.id)")
        }
      }
    }
  }

  @Test func lessImportantItemsLeaveFirst() {
    var last: Set<BarState.Item> = []
    for width in stride(from: 160, through: 1280, by: 20) {
      let surface = PixelSize(width: width, height: 400)
      let placed = bar(isPlaying: true).placed(in: PixelRect(surface), on: surface, scale: 1)
      let items = Set(placed.rows.map(\.node.id))
      #expect(items.isSuperset(of: last), "at \(width)")
      if !items.isEmpty {
        let essential: [Item] = [
          .command(.previous), .command(.next), .command(.menu), .command(.play), .seek,
        ]
        #expect(items.isSuperset(of: essential), "at \(width)")
      }
      last = items
    }
    #expect(last == Set(Self.commands.map { Item.command($0) } + [.position, .zoom, .seek]))
    let surface = Self.surfaces[3]
    let narrow = bar().placed(in: PixelRect(surface), on: surface, scale: 1)
    for item in [.position, .zoom, .command(.fit), .command(.fullScreen)] as [Item] {
      #expect(narrow.row(item) != nil, "\(item) at 400 × 300")
    }
    #expect(narrow.rect(of: Target(.zoom, .slider)) == nil, "only its field")
  }

  @Test func theTrashLeavesBeforeAllOthers() {
    let widths = stride(from: 1280, through: 160, by: -1)
    let layouts = widths.lazy.map { width in
      let surface = PixelSize(width: width, height: 400)
      return bar().placed(in: PixelRect(surface), on: surface, scale: 1)
    }
    let large = Self.surfaces[0]
    let whole = Set(
      bar().placed(in: PixelRect(large), on: large, scale: 1).rows.map(\.node.id))
    let less = layouts.map { Set($0.rows.map(\.node.id)) }.first { $0 != whole }
    #expect(less == whole.subtracting([.command(.trash)]))
  }

  @Test func theTrashIsFarFromTheArrowsAndFromTheFocus() throws {
    var driver = Driver(bar: bar())
    driver.bar.enter(driver.placed)
    #expect(driver.bar.focus == .command(.previous))
    let trash = try #require(driver.placed.row(.command(.trash))?.rect)
    let next = try #require(driver.placed.row(.command(.next))?.rect)
    #expect(trash.minX - next.maxX > 4 * next.width)
  }

  @Test func itStaysBesideWhatCoversIt() {
    let surface = Self.surfaces[1]
    var area = PixelRect(surface)
    area.maxX = 900
    let placed = bar().placed(in: area, on: surface, scale: 1)
    #expect(placed.frame.maxX <= 900 && !placed.frame.isEmpty)
    area.maxX = 90
    #expect(bar().placed(in: area, on: surface, scale: 1).frame.isEmpty)
  }

  @Test func eachCommandOfTheBarHasAnIcon() {
    for name in Self.commands {
      #expect(name.barIcon(isOn: false) != nil && Command(name) != nil, "\(name)")
      #expect(bar().tip(of: .command(name)) == "\(name.definition.title)   k")
    }
  }

  // MARK: The pointer

  @Test func eachButtonPerformsItsCommand() {
    for name in Self.commands {
      var driver = Driver(bar: bar(isPlaying: true))
      let place = driver.center(.command(name))
      driver.move(to: place)
      #expect(driver.bar.hover == .command(name))
      driver.button(true, at: place)
      #expect(driver.isConsumed && driver.actions == [.perform(name)])
      driver.button(false, at: place)
      #expect(driver.isConsumed && driver.actions.isEmpty)
    }
  }

  @Test func aButtonThatCannotBeUsedSaysWhy() {
    var driver = Driver(bar: bar())
    driver.bar.contents.buttons[0].refusal = "no other picture"
    let name = driver.bar.contents.buttons[0].name
    driver.button(true, at: driver.center(.command(name)))
    #expect(driver.isConsumed && driver.actions.isEmpty)
    #expect(
      driver.bar.tip(of: .command(name)) == "\(name.definition.title): no other picture")
    #expect(driver.placed.row(.command(name))?.node.state.contains(.disabled) == true)
  }

  @Test func whatLiesOutsideBelongsToThePicture() {
    var driver = Driver(bar: bar())
    for place in [Point(x: 10, y: 10), Point(x: 10, y: 790), Point(x: 1200, y: 780)] {
      driver.button(true, at: place)
      #expect(!driver.isConsumed)
      driver.move(to: place + Point(x: 1, y: 1))
      #expect(!driver.isConsumed)
      driver.button(false, at: place)
      #expect(!driver.isConsumed)
      driver.wheel(1, at: place)
      #expect(!driver.isConsumed)
      driver.touch(.began, at: place)
      #expect(!driver.isConsumed)
      driver.touch(.ended, at: place)
    }
    driver.key(Keysym("r"))
    #expect(!driver.isConsumed)
  }

  @Test func theSliderIsLogarithmicBetweenTheLimits() throws {
    var driver = Driver(bar: bar())
    let slider = try #require(driver.placed.rect(of: Target(.zoom, .slider)))
    var scales: [Double] = []
    driver.button(true, at: Point(x: Double(slider.minX) + 8, y: Rect(slider).center.y))
    for x in stride(from: Double(slider.minX), through: Double(slider.maxX), by: 1) {
      driver.move(to: Point(x: x, y: 0))
      for case .zoom(let scale, isDragged: true) in driver.actions {
        scales.append(scale)
        driver.bar.contents.zoom?.scale = scale
      }
      #expect(driver.isConsumed && driver.bar.isInUse)
    }
    #expect(scales.first.map { $0 < 0.2 } == true && scales.last == 64)
    #expect(scales == scales.sorted() && scales.contains(1), "with 100 % itself")
    // Each pixel multiplies the zoom by about the same factor.
    let factors = zip(scales, scales.dropFirst()).map { $1 / $0 }.filter { $0 != 1 }
    #expect(factors.allSatisfy { 1...1.4 ~= $0 }, "\(factors)")
    driver.button(false, at: .zero)
    #expect(!driver.bar.isInUse)
  }

  @Test func theWheelOverTheZoomTurnsIt() {
    var driver = Driver(bar: bar())
    driver.wheel(-2, at: driver.center(.zoom, .slider))
    #expect(driver.isConsumed && driver.actions == [.turn(-2)])
    driver.wheel(0.25, at: driver.center(.zoom, .value))
    #expect(driver.isConsumed && driver.actions == [.turn(0.25)])
    driver.wheel(1, at: driver.center(.command(.next)))
    #expect(driver.isConsumed && driver.actions.isEmpty)
  }

  @Test func theAnimationIsSought() throws {
    var driver = Driver(bar: bar(isPlaying: true))
    let slider = try #require(driver.placed.rect(of: Target(.seek, .slider)))
    driver.button(true, at: Point(x: Double(slider.maxX) - 1, y: Rect(slider).center.y))
    #expect(driver.actions == [.seek(1)])
    driver.move(to: Rect(slider).center)
    guard case .seek(let part)? = driver.actions.first else {
      Issue.record("\(driver.actions)")
      return
    }
    #expect(abs(part - 0.5) < 0.03)
  }

  @Test func aFingerPressesAndDrags() {
    var driver = Driver(bar: bar())
    driver.bar.usesFingers = true
    driver.touch(.began, at: driver.center(.command(.next)))
    #expect(driver.isConsumed && driver.actions == [.perform(.next)])
    driver.touch(.ended, at: driver.center(.command(.next)))
    #expect(driver.isConsumed && driver.actions.isEmpty && driver.bar.hover == nil)
    driver.touch(.began, at: driver.center(.zoom, .slider))
    driver.touch(.changed, at: Point(x: 1279, y: 10))
    #expect(driver.actions == [.zoom(64, isDragged: true)])
    driver.touch(.ended, at: Point(x: 1279, y: 10))
    #expect(!driver.bar.isInUse)
  }

  // MARK: Keys

  @Test func arrowsGoThroughItsItemsAndReturnPressesThem() {
    var driver = Driver(bar: bar(isPlaying: true))
    let items = driver.placed.rows.map(\.node).filter { $0.role != .label }.map(\.id)
    driver.bar.enter(driver.placed)
    #expect(driver.bar.focus == items.first && driver.bar.isInUse)
    for item in items {
      #expect(driver.bar.focus == item)
      #expect(driver.placed.focused?.node.id == item)
      driver.key(.enter)
      switch item {
      case .command(let name): #expect(driver.actions == [.perform(name)])
      case .zoom, .position:
        #expect(driver.bar.isTyping)
        driver.key(.escape)
      default: #expect(driver.actions.isEmpty)
      }
      #expect(driver.isConsumed)
      driver.key(.right)
    }
    #expect(driver.bar.focus == items.first, "round")
    driver.key(.left)
    #expect(driver.bar.focus == items.last)
    driver.key(.home)
    driver.key(.tab)
    #expect(driver.bar.focus == items[1])
    driver.key(.tab, .shift)
    driver.key(.end)
    #expect(driver.bar.focus == items.last)
    driver.key(.space)
    #expect(driver.actions == [.perform(.menu)])
    driver.key(.escape)
    #expect(driver.isConsumed && driver.bar.focus == nil && !driver.bar.isInUse)
    driver.key(.escape)
    #expect(!driver.isConsumed)
  }

  @Test func aPressOnThePictureTakesTheFocusAway() {
    var driver = Driver(bar: bar())
    driver.bar.enter(driver.placed)
    driver.button(true, at: driver.center(.position))
    driver.button(false, at: driver.center(.position))
    driver.bar.enter(driver.placed)
    driver.button(true, at: Point(x: 5, y: 5))
    #expect(!driver.isConsumed && driver.bar.focus == nil)
  }

  @Test func upAndDownZoomOnTheSlider() {
    var driver = Driver(bar: bar())
    driver.bar.enter(driver.placed)
    while driver.bar.focus != .zoom { driver.key(.right) }
    driver.key(.up)
    #expect(driver.actions == [.perform(.zoomIn)])
    driver.key(.down)
    #expect(driver.actions == [.perform(.zoomOut)])
    driver.key(Keysym("r"))
    #expect(!driver.isConsumed, "other keys keep their commands")
  }

  @Test func hiddenItForgetsItsInput() {
    var driver = Driver(bar: bar())
    driver.move(to: driver.center(.command(.fit)))
    driver.button(true, at: driver.center(.zoom, .value))
    driver.bar.hide()
    #expect(driver.bar.hover == nil && !driver.bar.isInUse)
    // Don't wait for the release of a button that was down when the bar was hidden.
    driver.button(true, at: Point(x: 5, y: 5))
    driver.bar.hide()
    driver.button(true, at: driver.center(.command(.next)))
    #expect(driver.isConsumed && driver.actions == [.perform(.next)])
  }
}

import Controls
import Geometry
import Gestures
import Testing

@testable import Viewer

/// The menu, by pointer alone and by keys alone.
@Suite struct MenuStateTests {
  static let surfaces = [
    PixelSize(width: 1280, height: 800), PixelSize(width: 400, height: 300),
    PixelSize(width: 3840, height: 2160), PixelSize(width: 64, height: 48),
  ]

  private var sections: [MenuState.Section] { MenuDriver.sections }

  private func menu(
    at place: Point = Point(x: 100, y: 100), scale: Double = 1, isHeld: Bool = false
  ) -> MenuState {
    MenuDriver.menu(at: place, scale: scale, isHeld: isHeld)
  }

  @Test(arguments: surfaces)
  func eachItemIsChosenByThePointer(surface: PixelSize) throws {
    for (index, section) in sections.enumerated() {
      for (place, item) in section.items.enumerated() {
        var driver = MenuDriver(menu: menu(isHeld: true), surface: surface)
        driver.button(false, at: Point(x: 100, y: 100), 3)
        #expect(driver.menu.isOpen, "a click leaves it open")
        let title = driver.reveal(index, inCommands: false)
        driver.move(to: try #require(title, "\(section.title)"))
        let found = driver.reveal(place, inCommands: true)
        let target = try #require(found, "\(item.name)")
        driver.move(to: target)
        driver.button(true, at: target)
        #expect(driver.outcome == .consumed)
        driver.button(false, at: target)
        #expect(driver.outcome == item.outcome && !driver.menu.isOpen)
      }
    }
  }

  @Test(arguments: surfaces)
  func eachItemIsChosenByKeys(surface: PixelSize) {
    for (index, section) in sections.enumerated() {
      for (place, item) in section.items.enumerated() {
        var driver = MenuDriver(menu: menu(), surface: surface)
        for _ in 0..<index { driver.key(.down) }
        driver.key(.right)
        for _ in 0..<place { driver.key(.down) }
        #expect(driver.menu.placedCommands(on: surface).rect(of: Target(place)) != nil, "in sight")
        driver.key(.enter)
        #expect(driver.outcome == item.outcome, "\(item.name)")
      }
    }
  }

  /// The title says that more is asked for, as those of commands with dialogs do.
  @Test func commandsWithValuesHaveAnEllipsis() throws {
    let items = sections.flatMap(\.items)
    let go = try #require(items.first { $0.name == .go })
    #expect(go.title == "Go to picture…" && go.outcome == .needsValues(.go))
    let names = items.filter { $0.command == nil }.map(\.name)
    #expect(names == [.rotateFile, .go, .zoomTo, .zoomBy, .pan, .rotate, .filter, .set])
    for item in items {
      #expect(item.title == item.name.definition.title + (item.command == nil ? "…" : ""))
    }
  }

  @Test func aDragFromThePressChoosesWhereItEnds() throws {
    let surface = Self.surfaces[0]
    var driver = MenuDriver(menu: menu(isHeld: true), surface: surface)
    let section = try #require(driver.menu.placedSections(on: surface).rect(of: Target(2)))
    driver.move(to: Rect(section).center)
    let item = try #require(driver.menu.placedCommands(on: surface).rect(of: Target(1)))
    driver.move(to: Rect(item).center)
    driver.button(false, at: Rect(item).center, 3)
    #expect(driver.outcome == sections[2].items[1].outcome)
  }

  /// In a narrow window the commands cover the sections.
  @Test func aClickOnASectionChoosesNothingThatAppearsUnderIt() throws {
    let surface = PixelSize(width: 400, height: 300)
    var driver = MenuDriver(menu: menu(), surface: surface)
    let place = Rect(try #require(driver.sections.rect(of: Target(0)))).center
    driver.button(true, at: place)
    #expect(driver.commands.target(at: place) != nil)
    driver.move(to: Point(x: place.x + 3, y: place.y))
    driver.button(false, at: Point(x: place.x + 3, y: place.y))
    #expect(driver.outcome == .consumed && driver.menu.isOpen)
    driver.button(true, at: place)
    driver.button(false, at: place)
    #expect(!driver.menu.isOpen, "the second click is on the command")
  }

  @Test func aDragOntoASectionChoosesNothingThatAppearsUnderIt() throws {
    let surface = PixelSize(width: 400, height: 300)
    var driver = MenuDriver(menu: menu(isHeld: true), surface: surface)
    let place = Rect(try #require(driver.sections.rect(of: Target(1)))).center
    driver.move(to: place)
    #expect(driver.commands.target(at: place) != nil)
    driver.button(false, at: place, 3)
    #expect(driver.outcome == .consumed && driver.menu.isOpen)
  }

  @Test func aPressElsewhereClosesItAndDoesNothingElse() {
    var driver = MenuDriver(menu: menu(), surface: Self.surfaces[0])
    driver.button(true, at: Point(x: 1200, y: 700))
    #expect(driver.outcome == .consumed && !driver.menu.isOpen)
    driver.button(true, at: Point(x: 1200, y: 700))
    #expect(driver.outcome == .ignored)
  }

  @Test(arguments: [
    Point(x: 0, y: 0), Point(x: 1279, y: 799), Point(x: 1279, y: 0),
    Point(x: 640, y: 799),
  ])
  func itLiesWholeInTheWindow(place: Point) {
    for scale in [0.5, 1, 2, 4] {
      for surface in Self.surfaces {
        var driver = MenuDriver(menu: menu(at: place, scale: scale), surface: surface)
        let whole = PixelRect(surface)
        for index in sections.indices {
          #expect(
            driver.menu.placedSections(on: surface).frame.intersection(whole)
              == driver.menu.placedSections(on: surface).frame)
          driver.key(.right)
          let commands = driver.menu.placedCommands(on: surface).frame
          #expect(!commands.isEmpty && commands.intersection(whole) == commands, "\(index)")
          driver.key(.left)
          driver.key(.down)
        }
      }
    }
  }

  @Test func escapeClosesOneLevel() {
    var driver = MenuDriver(menu: menu(), surface: Self.surfaces[0])
    driver.key(.right)
    driver.key(.escape)
    #expect(driver.menu.isOpen && driver.menu.placedCommands(on: driver.surface).frame.isEmpty)
    driver.key(.escape)
    #expect(!driver.menu.isOpen && driver.outcome == .consumed)
  }

  @Test func whatCannotBeDoneIsNotChosen() throws {
    var sections = sections
    for index in sections[0].items.indices { sections[0].items[index].refusal = "no" }
    var menu = MenuState()
    menu.open(sections, beside: PixelRect(.zero), scale: 1, isHeld: false)
    var driver = MenuDriver(menu: menu, surface: Self.surfaces[0])
    driver.key(.right)
    driver.key(.enter)
    #expect(driver.outcome == .consumed && driver.menu.isOpen)
    let placed = driver.menu.placedCommands(on: driver.surface)
    #expect(placed.row(0)?.node.state.contains(.disabled) == true)
    #expect(placed.row(0)?.node.detail == "no")
  }

  @Test func aLetterGoesToWhatBeginsWithIt() {
    var driver = MenuDriver(menu: menu(), surface: Self.surfaces[0])
    driver.key(Keysym("z"))
    // The only section with that letter is opened.
    #expect(!driver.menu.placedCommands(on: driver.surface).frame.isEmpty)
    driver.key(Keysym("a"))
    #expect(driver.outcome == Command(.actualSize).map { .chosen($0) })
  }

  @Test func aLetterGoesToAScriptOfThatName() {
    let script = Command(script: "zebra")
    let others = [CommandName.palette, .keys].map {
      MenuState.Item(name: $0, command: Command($0))
    }
    var menu = MenuState()
    menu.open(
      [.init(title: "Window", items: others + [MenuState.Item(script: "zebra")])],
      beside: PixelRect(.zero), scale: 1, isHeld: false)
    var driver = MenuDriver(menu: menu, surface: Self.surfaces[0])
    driver.key(.right)
    driver.key(Keysym("z"))
    #expect(driver.outcome == .chosen(script))
  }

  @Test(arguments: [(0xfe20, []), (0xff09, Modifiers.shift)] as [(UInt32, Modifiers)])
  func shiftAndTabGoUp(keysym: UInt32, modifiers: Modifiers) {
    var driver = MenuDriver(menu: menu(), surface: Self.surfaces[0])
    driver.key(.right)
    driver.key(.tab)
    driver.key(.tab)
    driver.key(Keysym(rawValue: keysym), modifiers)
    driver.key(.enter)
    #expect(driver.outcome == sections[0].items[1].outcome)
  }

  @Test func allInputIsItsOwnWhileItIsOpen() {
    var driver = MenuDriver(menu: menu(), surface: Self.surfaces[0])
    for key in ["q", "+", "n", "?"] as [Unicode.Scalar] {
      driver.key(Keysym(key))
      #expect(driver.outcome == .consumed, "\(key)")
    }
    driver.wheel(3, at: Point(x: 1200, y: 700))
    #expect(driver.outcome == .consumed)
    // Other parts may be waiting for the release of a key that was pressed earlier.
    let c = KeyPress(keysym: Keysym("c").rawValue, modifiers: [], position: .zero, time: 0)
    driver.send(.keyReleased(c))
    #expect(driver.outcome == .ignored)
    driver.send(.resized(PixelSize(width: 500, height: 400)))
    #expect(!driver.menu.isOpen && driver.outcome == .ignored)
  }
}

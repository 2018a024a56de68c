import Controls
import Geometry
import Gestures

@testable import Viewer

/// A menu of all commands, and its user.
struct MenuDriver {
  static let sections = CommandSection.allCases.map { section in
    let names = CommandName.allCases.filter { $0.definition.section == section && $0 != .script }
    return MenuState.Section(
      title: section.rawValue,
      items: names.map { MenuState.Item(name: $0, command: Command($0)) })
  }

  /// Returns an open menu.
  static func menu(
    _ sections: [MenuState.Section] = MenuDriver.sections, at place: Point = Point(x: 100, y: 100),
    scale: Double = 1, by device: LastInput.Device = .pointer, isHeld: Bool = false
  ) -> MenuState {
    var menu = MenuState()
    let (x, y) = (Int(place.x), Int(place.y))
    menu.open(
      sections, beside: PixelRect(minX: x, minY: y, maxX: x, maxY: y), scale: scale, by: device,
      isHeld: isHeld)
    return menu
  }

  var menu: MenuState
  let surface: PixelSize
  var outcome = MenuState.Outcome.ignored

  /// The layouts of both menus.
  var sections: Placed<Int> { menu.placedSections(on: surface) }
  var commands: Placed<Int> { menu.placedCommands(on: surface) }

  mutating func send(_ event: WindowEvent) { outcome = menu.take(event, on: surface) }

  // MARK: Pointer

  mutating func move(to place: Point) { send(.motion(position: place, time: 0)) }

  mutating func button(_ isPressed: Bool, at place: Point, _ number: Int = 1) {
    send(
      .button(
        ButtonEvent(
          button: number, isPressed: isPressed, position: place, modifiers: [], time: 0)))
  }

  mutating func wheel(_ detents: Double, at place: Point) {
    send(
      .scroll(
        ScrollEvent(
          detents: Point(x: 0, y: detents), source: .wheel, isContinuous: false,
          position: place, modifiers: [], time: 0)))
  }

  /// Scrolls until an item is visible, and returns its centre.
  mutating func reveal(_ index: Int, inCommands: Bool) -> Point? {
    for detents in [0.0] + Array(repeating: -40, count: 1) + Array(repeating: 0.25, count: 400) {
      let placed = inCommands ? commands : sections
      if detents != 0 { wheel(detents, at: Rect(placed.frame).center) }
      let after = inCommands ? commands : sections
      if let rect = after.rect(of: Target(index)) { return Rect(rect).center }
    }
    return nil
  }

  // MARK: Keys

  mutating func key(_ key: Keysym, _ modifiers: Modifiers = []) {
    send(.key(KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: 0)))
  }

  mutating func release(_ key: Keysym) {
    _ = menu.take(
      .keyReleased(KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: 0)),
      on: surface)
  }

  /// Presses and releases a letter's key.
  mutating func type(_ letter: Unicode.Scalar) {
    key(Keysym(letter))
    release(Keysym(letter))
  }

  // MARK: Touch

  mutating func touch(_ phase: GesturePhase, at place: Point, _ id: Int = 1) {
    send(.touch(TouchEvent(id: id, phase: phase, position: place, time: 0)))
  }

  mutating func tap(_ place: Point) {
    touch(.began, at: place)
    touch(.ended, at: place)
  }
}

extension MenuState.Item {
  /// What a window is to do when the item is chosen.
  var outcome: MenuState.Outcome {
    if let command { .chosen(command) } else { .needsValues(name) }
  }

  /// Creates the item of a script.
  init(script: String) { self.init(name: .script, command: Command(script: script)) }
}

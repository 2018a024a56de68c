import Controls
import Geometry
import Gestures

/// The state of the menu: its place while it is open, and the highlighted item.
///
/// It is a value: events go in, and the chosen command comes out. A section's commands are in a
/// second menu beside the first.
struct MenuState: Hashable, Sendable {
  private struct Scrolls: Hashable, Sendable {
    var sections = 0
    var commands = 0
  }

  /// A finger's drag, which scrolls a list that does not fit.
  private struct Drag: Hashable, Sendable {
    /// The touch, and where it began.
    var id: Int
    var y: Double
    /// True for the commands' list, false for the sections'.
    var isInCommands: Bool
    /// The list's scroll offset at the beginning.
    var offset: Int
    var isScrolling = false
  }

  /// Identifies an item of either menu by its index.
  typealias ItemID = Int

  /// The width of the menus, in pixels at 96 dpi.
  static let widths = (sections: 190.0, commands: 330.0)

  /// The sections while the menu is open; empty while it is closed.
  private(set) var sections: [Section] = []
  /// The rectangle beside which the menu opens.
  private var anchor = PixelRect(.zero)
  /// The highlighted section, and if its commands are shown.
  private var section: Int?
  private var showsCommands = false
  /// The highlighted command of the shown section.
  private var item: Int?
  /// The scroll offsets of both menus, in device pixels.
  private var scrolls = Scrolls()
  /// True while a button is down whose release chooses an item.
  private var isPressed = false
  /// Where the pointer was as the commands appeared under it, in a narrow window.
  private var opening: Point?
  /// True once a key was used: the letters that choose items are underlined.
  private var usesKeyboard = false
  /// True if rows are high enough for fingers.
  private var usesFingers = false
  /// The touches that began in the menu and have not ended: no row may move under them.
  private var touches: Set<Int> = []
  private var drag: Drag?
  /// The key whose letter opened a section and which may repeat.
  private var openingKey: Keysym?
  private var scale = 1.0

  var isOpen: Bool { !sections.isEmpty }

  /// Opens the menu beside a rectangle; with `isHeld`, releasing the pressed button over an item
  /// chooses it.
  ///
  /// For touch, rows are higher; for the keyboard, the letters that choose items are underlined.
  mutating func open(
    _ sections: [Section], beside anchor: PixelRect, scale: Double,
    by device: LastInput.Device = .pointer, isHeld: Bool
  ) {
    self = MenuState()
    self.sections = sections
    self.anchor = anchor
    self.scale = scale
    usesKeyboard = device == .keyboard
    usesFingers = device == .touch
    isPressed = isHeld
    if !isHeld { section = 0 }
  }

  mutating func close() { self = MenuState() }

  // MARK: Layout

  /// Returns the layout of the sections on a surface.
  func placedSections(on surface: PixelSize) -> Placed<ItemID> {
    let letters = item == nil ? underlines : []
    let nodes = sections.enumerated().map { index, section in
      Node(
        index, .menuItem, section.title, icon: .submenu,
        mnemonic: letters.isEmpty ? nil : letters[index],
        state: index == self.section ? .focused : [])
    }
    return placed(
      nodes, scrolls.sections, .beside(anchor, width: Self.widths.sections), on: surface)
  }

  /// Returns the layout of the shown section's commands; empty without one.
  func placedCommands(on surface: PixelSize) -> Placed<ItemID> {
    let first = placedSections(on: surface)
    guard showsCommands, let section, let row = first.row(section) else {
      return placed([], 0, .rightEdge, on: surface)
    }
    let letters = self.item == nil ? [] : underlines
    let nodes = sections[section].items.enumerated().map { index, item in
      var state: Node<ItemID>.State = index == self.item ? .focused : []
      if item.isOn == true { state.insert(.chosen) }
      if item.refusal != nil { state.insert(.disabled) }
      return Node(
        index, .menuItem, item.title, detail: item.refusal ?? item.key,
        mnemonic: letters.isEmpty ? nil : letters[index], state: state)
    }
    // The first command is level with its section.
    let top = row.rect.minY - Int((6 * scale).rounded())
    let beside = PixelRect(
      minX: first.frame.minX, minY: top, maxX: first.frame.maxX, maxY: row.rect.maxY)
    return placed(
      nodes, scrolls.commands, .beside(beside, width: Self.widths.commands), on: surface)
  }

  private func placed(
    _ nodes: [Node<ItemID>], _ scroll: Int, _ place: PanelPlace, on surface: PixelSize
  ) -> Placed<ItemID> {
    let tree = nodes.isEmpty ? [] : [Node(-1, .scrollArea, children: nodes)]
    return Placed(
      tree, scale: scale, scroll: scroll, surface: surface, place: place,
      isForFingers: usesFingers)
  }

  /// The titles of the menu in which keys move: the sections, or the commands of one.
  private var titles: [String] {
    item == nil ? sections.map(\.title) : sections[section ?? 0].items.map(\.title)
  }

  /// The letters that are underlined in that menu; empty while only the pointer is used.
  private var underlines: [Int?] { usesKeyboard ? Mnemonics.places(in: titles) : [] }
}

// MARK: Events

extension MenuState {
  /// The result of an event for the rest of the window.
  enum Outcome: Hashable, Sendable {
    /// The event did not belong to the menu.
    case ignored
    /// The event belonged to the menu.
    case consumed
    /// The menu has closed, and the command is to be performed.
    case chosen(Command)
    /// The menu has closed, and the user types the values of a command.
    case needsValues(CommandName)
  }

  /// Handles a window event; an open menu consumes all input.
  mutating func take(_ event: WindowEvent, on surface: PixelSize) -> Outcome {
    guard isOpen else { return .ignored }
    switch event {
    case .motion(let position, _): point(at: position, on: surface)
    case .button(let button) where button.isPressed:
      return press(at: button.position, on: surface)
    case .button(let button): return release(at: button.position, on: surface)
    case .touch(let touch): return take(touch, on: surface)
    case .scroll(let scroll): turn(scroll, on: surface)
    case .key(let press): return take(press, on: surface)
    case .keyReleased(let press):
      if press.key.lowercased == openingKey { openingKey = nil }
      return .ignored
    case .resized, .interfaceScaleChanged, .visibility(false):
      close()
      return .ignored
    default: return .ignored
    }
    return .consumed
  }

  private mutating func take(_ touch: TouchEvent, on surface: PixelSize) -> Outcome {
    switch touch.phase {
    case .began:
      touches.insert(touch.id)
      let outcome = press(at: touch.position, on: surface)
      if isOpen, drag == nil { begin(touch, on: surface) }
      return outcome
    case .changed: if !scroll(touch, on: surface) { point(at: touch.position, on: surface) }
    case .ended, .cancelled:
      touches.remove(touch.id)
      if touch.phase == .cancelled || drag?.isScrolling == true { isPressed = false }
      let outcome = release(at: touch.position, on: surface)
      if drag?.id == touch.id { drag = nil }
      if isOpen, touches.isEmpty, !usesFingers {
        usesFingers = true
        reveal(on: surface)
      }
      return outcome
    }
    return .consumed
  }

  /// Notes where a finger was put on a list, which it may scroll.
  private mutating func begin(_ touch: TouchEvent, on surface: PixelSize) {
    let commands = placedCommands(on: surface)
    let isInCommands = commands.contains(touch.position)
    let list = isInCommands ? commands : placedSections(on: surface)
    drag = Drag(
      id: touch.id, y: touch.position.y, isInCommands: isInCommands, offset: list.scroll)
  }

  /// Scrolls a list that does not fit with the finger on it; returns false while the finger points
  /// at items.
  private mutating func scroll(_ touch: TouchEvent, on surface: PixelSize) -> Bool {
    guard var drag, drag.id == touch.id else { return false }
    let list = drag.isInCommands ? placedCommands(on: surface) : placedSections(on: surface)
    let distance = touch.position.y - drag.y
    if !drag.isScrolling {
      guard list.mostScroll > 0, abs(distance) > 10 * scale else { return false }
      drag.isScrolling = true
    }
    let offset = min(max(drag.offset - Int(distance.rounded()), 0), list.mostScroll)
    if drag.isInCommands { scrolls.commands = offset } else { scrolls.sections = offset }
    self.drag = drag
    return true
  }

  /// Highlights the item at a point; a section shows its commands.
  private mutating func point(at position: Point, on surface: PixelSize) {
    let commands = placedCommands(on: surface)
    if commands.contains(position) {
      item = commands.target(at: position)?.id
    } else if let target = placedSections(on: surface).target(at: position) {
      let isNew = section != target.id || !showsCommands
      show(target.id)
      if isNew, placedCommands(on: surface).contains(position) { opening = position }
    } else {
      item = nil
    }
  }

  private mutating func show(_ index: Int) {
    if section != index || !showsCommands { scrolls.commands = 0 }
    section = index
    showsCommands = true
    item = nil
  }

  private mutating func press(at position: Point, on surface: PixelSize) -> Outcome {
    let menus = [placedSections(on: surface), placedCommands(on: surface)]
    guard menus.contains(where: { $0.contains(position) }) else {
      close()
      return .consumed
    }
    isPressed = true
    opening = nil
    point(at: position, on: surface)
    return .consumed
  }

  /// Chooses the command under a released button, unless the button only opened the menu.
  private mutating func release(at position: Point, on surface: PixelSize) -> Outcome {
    defer { isPressed = false }
    guard isPressed else { return .consumed }
    let commands = placedCommands(on: surface)
    guard !isAtOpening(position), let target = commands.target(at: position) else {
      return .consumed
    }
    return choose(target.id)
  }

  private func isAtOpening(_ position: Point) -> Bool {
    opening.map { max(abs($0.x - position.x), abs($0.y - position.y)) <= 10 * scale } == true
  }

  private mutating func choose(_ index: Int) -> Outcome {
    guard let section, sections[section].items.indices.contains(index) else { return .consumed }
    let chosen = sections[section].items[index]
    guard chosen.refusal == nil else { return .consumed }
    close()
    guard let command = chosen.command else { return .needsValues(chosen.name) }
    return .chosen(command)
  }

  private mutating func turn(_ scroll: ScrollEvent, on surface: PixelSize) {
    let step = Int((scroll.detents.y * 3 * 26 * scale).rounded())
    if showsCommands, placedCommands(on: surface).mostScroll > 0 {
      scrolls.commands += step
      scrolls.commands = placedCommands(on: surface).scroll
    } else {
      scrolls.sections += step
      scrolls.sections = placedSections(on: surface).scroll
    }
  }

  // MARK: Keys

  private mutating func take(_ press: KeyPress, on surface: PixelSize) -> Outcome {
    usesKeyboard = true
    switch press.key {
    case .escape, .left: leave(closes: press.key == .escape)
    case .home: move(to: 0)
    case .end: move(to: .max)
    case .right, .enter, .space:
      if let item, showsCommands { return press.key == .right ? .consumed : choose(item) }
      enter()
    case .menu, .f10: close()
    default:
      guard let direction = press.direction else { return type(press, on: surface) }
      move(by: direction)
    }
    reveal(on: surface)
    return .consumed
  }

  /// Closes the second menu, or with `closes` both if it is not shown.
  private mutating func leave(closes: Bool) {
    if item != nil {
      item = nil
      showsCommands = false
    } else if closes {
      close()
    }
  }

  private mutating func enter() {
    show(section ?? 0)
    item = 0
  }

  private var count: Int { item == nil ? sections.count : sections[section ?? 0].items.count }

  private mutating func move(by distance: Int) {
    let place = (item ?? section).map { $0 + distance } ?? (distance > 0 ? 0 : -1)
    move(to: (place + count) % max(1, count))
  }

  private mutating func move(to place: Int) {
    let place = min(place, count - 1)
    if item != nil {
      item = place
    } else {
      section = place
      showsCommands = false
    }
  }

  /// Opens the section or chooses the command that has a letter.
  ///
  /// For any other letter, it highlights the next item whose title begins with it, and chooses that
  /// if it is the only one.
  private mutating func type(_ press: KeyPress, on surface: PixelSize) -> Outcome {
    guard press.modifiers.isDisjoint(with: [.control, .alt, .logo]),
      press.key.lowercased != openingKey, let scalar = Unicode.Scalar(press.keysym)
    else { return .consumed }
    openingKey = nil
    let titles = titles
    if let place = Mnemonics.index(of: scalar, in: titles) {
      return act(on: place, by: press, on: surface)
    }
    let letter = Character(scalar).lowercased()
    let places = titles.indices.filter { titles[$0].lowercased().hasPrefix(letter) }
    guard let first = places.first else { return .consumed }
    if places.count == 1 { return act(on: first, by: press, on: surface) }
    let current = item ?? section ?? -1
    move(to: places.first { $0 > current } ?? first)
    reveal(on: surface)
    return .consumed
  }

  /// Opens the section or chooses the command at an index, by a key that may repeat.
  private mutating func act(
    on place: Int, by press: KeyPress, on surface: PixelSize
  ) -> Outcome {
    move(to: place)
    reveal(on: surface)
    if item != nil { return choose(place) }
    openingKey = press.key.lowercased
    enter()
    return .consumed
  }

  private mutating func reveal(on surface: PixelSize) {
    if let item {
      scrolls.commands = placedCommands(on: surface).scroll(revealing: item)
    } else if let section {
      scrolls.sections = placedSections(on: surface).scroll(revealing: section)
    }
  }
}

import Controls
import Geometry
import Gestures

extension PanelID {
  /// The menu's sections.
  static let menu: PanelID = "menu"
  /// The commands of a section, beside them.
  static let submenu: PanelID = "submenu"
}

/// The menu of all commands.
final class CommandMenu: Panel {
  let hasKeyboard = true
  private unowned let parts: ViewerParts
  private var state = MenuState()
  private var shown = MenuState()
  private var pointer: Point?
  /// The buttons that are down.
  private var buttons: Set<Int> = []
  /// True if the touch began before the menu was open: the view must see its end, too.
  private var isTouchedBefore = false

  init(_ parts: ViewerParts) { self.parts = parts }

  var isShown: Bool { state.isOpen }

  /// Opens it at the pointer, or closes it.
  ///
  /// Opened by a button that is still down, it lets the user drag to an item and release there.
  func toggle(at now: Double) {
    if state.isOpen { return state.close() }
    let surface = parts.view.surface
    let place = pointer ?? Point(x: Double(surface.width) / 2, y: Double(surface.height) / 4)
    let (x, y) = (Int(place.x), Int(place.y))
    state.open(
      sections(), beside: PixelRect(minX: x, minY: y, maxX: x, maxY: y),
      scale: parts.notices.interfaceScale, isHeld: !buttons.isEmpty || isTouchedBefore)
  }

  func hide() -> Bool {
    defer { state.close() }
    return state.isOpen
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    switch event {
    case .motion(let position, _): pointer = position
    case .button(let button):
      pointer = button.position
      if button.isPressed { buttons.insert(button.button) } else { buttons.remove(button.button) }
    case .touch(let touch):
      pointer = touch.position
      if touch.phase == .began { isTouchedBefore = !state.isOpen }
    case .pointerLeft: pointer = nil
    default: break
    }
    let outcome = state.take(event, on: parts.view.surface)
    if case .chosen(let command) = outcome { parts.commands.perform(command, at: now) }
    if case .touch(let touch) = event, touch.phase == .ended || touch.phase == .cancelled,
      isTouchedBefore
    {
      isTouchedBefore = false
      return false
    }
    return outcome != .ignored
  }

  private func sections() -> [MenuState.Section] {
    CommandSection.allCases.map { section in
      let names = CommandName.allCases.filter { $0.definition.section == section && $0 != .menu }
      return MenuState.Section(title: section.rawValue, items: names.compactMap(item))
    }
  }

  /// Returns the item of a command; `nil` for one that needs a value.
  private func item(_ name: CommandName) -> MenuState.Item? {
    Command(name).map { command in
      MenuState.Item(
        command: command, key: parts.keys.shownKeys(of: name).first ?? "", isOn: parts.isOn(name),
        refusal: parts.refusal(of: name))
    }
  }

  func update(in notices: Notices, at now: Double) {
    guard state != shown else { return }
    shown = state
    let surface = parts.view.surface
    let sections = state.placedSections(on: surface).drawing(ControlInput())
    let commands = state.placedCommands(on: surface).drawing(ControlInput())
    notices.show(.menu, sections.map { .drawing($0) })
    notices.show(.submenu, commands.map { .drawing($0) })
  }
}

import Controls
import Geometry
import Gestures

extension PanelID {
  /// The menu's sections.
  static let menu: PanelID = "menu"
  /// The commands of a section, beside them.
  static let submenu: PanelID = "submenu"
}

final class CommandMenu: Panel {
  let hasKeyboard = true
  private unowned let parts: ViewerParts
  private var state = MenuState()
  private var shown = MenuState()
  private var pointer: Point?
  /// The buttons and touches that were pressed before the menu opened: other parts must see their
  /// releases, too.
  private var foreign = (buttons: Set<Int>(), touches: Set<Int>())

  init(_ parts: ViewerParts) { self.parts = parts }

  var isShown: Bool { state.isOpen }

  /// Opens the menu at the pointer, or beside the bar's item with the keyboard focus; closes an
  /// open one.
  ///
  /// If it opens by a button that is still down, the user can drag to an item and release there.
  func toggle(at now: Double) {
    if state.isOpen { return state.close() }
    let surface = parts.view.surface
    let place = pointer ?? Point(x: Double(surface.width) / 2, y: Double(surface.height) / 4)
    let (x, y) = (Int(place.x), Int(place.y))
    state.open(
      sections(at: now),
      beside: parts.bar.focusedItem ?? PixelRect(minX: x, minY: y, maxX: x, maxY: y),
      scale: parts.notices.interfaceScale, by: parts.lastInput.device,
      isHeld: !foreign.buttons.isEmpty || !foreign.touches.isEmpty)
  }

  func hide(at now: Double) -> Bool {
    defer { state.close() }
    return state.isOpen
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    var isOthers = false
    switch event {
    case .motion(let position, _): pointer = position
    case .button(let button):
      pointer = button.position
      if !button.isPressed {
        isOthers = foreign.buttons.remove(button.button) != nil
      } else if !state.isOpen {
        foreign.buttons.insert(button.button)
      }
    case .touch(let touch):
      pointer = touch.position
      switch touch.phase {
      case .began: if !state.isOpen { foreign.touches.insert(touch.id) }
      case .changed: break
      case .ended, .cancelled: isOthers = foreign.touches.remove(touch.id) != nil
      }
    case .pointerLeft: pointer = nil
    case .visibility(false):
      // Their releases may not be reported.
      foreign.buttons.removeAll()
      foreign.touches.removeAll()
    default: break
    }
    let outcome = state.take(event, on: parts.view.surface)
    switch outcome {
    case .chosen(let command): parts.commands.perform(command, at: now)
    case .needsValues(let name): parts.palette.open(typing: name)
    case .ignored, .consumed: break
    }
    return outcome != .ignored && !isOthers
  }

  private func sections(at now: Double) -> [MenuState.Section] {
    CommandSection.allCases.map { section in
      // Scripts have items of their own.
      let names = CommandName.allCases.filter {
        $0.definition.section == section && $0 != .menu && $0 != .script
      }
      let scripts = section == CommandName.script.definition.section ? parts.settings.scripts : []
      return MenuState.Section(
        title: section.rawValue,
        items: names.map { item($0, at: now) } + scripts.map { item(script: $0.name) })
    }
  }

  private func item(_ name: CommandName, at now: Double) -> MenuState.Item {
    MenuState.Item(
      name: name, command: Command(name), key: parts.keys.shownKeys(of: name).first ?? "",
      isOn: parts.isOn(name, at: now), refusal: parts.refusal(of: name))
  }

  private func item(script name: String) -> MenuState.Item {
    let command = Command(script: name)
    return MenuState.Item(
      name: .script, command: command, key: parts.keys.shownKeys(of: command).first ?? "")
  }

  func update(in notices: Notices, at now: Double) {
    guard state != shown else { return }
    shown = state
    let surface = parts.view.surface
    let sections = state.placedSections(on: surface).drawing(ControlInput(), isOpaque: true)
    let commands = state.placedCommands(on: surface).drawing(ControlInput(), isOpaque: true)
    notices.show(.menu, sections.map { .drawing($0) })
    notices.show(.submenu, commands.map { .drawing($0) })
  }
}

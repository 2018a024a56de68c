import Controls
import Geometry
import Gestures

extension PanelID {
  /// The palette.
  static let palette: PanelID = "palette"
}

/// A field that finds commands by name, or takes one with its values.
final class CommandPalette: Panel {
  let hasKeyboard = true
  private unowned let parts: ViewerParts
  private var state = PaletteState()
  private var shown = (state: PaletteState(), surface: PixelSize.zero)
  private var repeats = KeyRepeats()

  init(_ parts: ViewerParts) { self.parts = parts }

  var isShown: Bool { state.isOpen }

  func toggle(at now: Double) {
    if state.isOpen { return state.close() }
    let items = CommandName.allCases.filter { $0 != .palette }.map { name in
      PaletteState.Item(
        name: name, key: parts.keys.shownKeys(of: name).first ?? "",
        refusal: parts.refusal(of: name))
    }
    let scripts = parts.settings.scripts.map { script in
      let command = Command(script: script.name)
      return PaletteState.Item(
        name: .script, command: command, key: parts.keys.shownKeys(of: command).first ?? "")
    }
    state.open(items + scripts, scale: parts.notices.interfaceScale)
  }

  func hide(at now: Double) -> Bool {
    defer { state.close() }
    return state.isOpen
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    if repeats.take(event, isOpen: state.isOpen) { return true }
    let (isConsumed, command) = state.take(event, on: parts.view.surface)
    if let command { parts.commands.perform(command, at: now) }
    return isConsumed
  }

  func update(in notices: Notices, at now: Double) {
    let surface = parts.view.surface
    guard shown != (state, surface) else { return }
    shown = (state, surface)
    notices.show(.palette, state.drawing(on: surface).map { .drawing($0) })
  }
}

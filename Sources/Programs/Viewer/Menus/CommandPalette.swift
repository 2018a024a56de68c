extension PanelID {
  static let palette: PanelID = "palette"
}

/// A field that finds commands by name, or takes one with its values.
final class CommandPalette: ModalPanel {
  static let id = PanelID.palette
  unowned let parts: ViewerParts
  var drawn = DrawnState<PaletteState>()

  init(_ parts: ViewerParts) { self.parts = parts }

  func toggle(at now: Double) {
    if isShown { drawn.state.close() } else { open() }
  }

  /// Opens it with the name of a command, whose values come next.
  func open(typing name: CommandName) {
    open()
    drawn.state.type(name)
  }

  private func open() {
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
    drawn.state.open(items + scripts, scale: parts.notices.interfaceScale)
  }

  func perform(_ command: Command, at now: Double) { parts.commands.perform(command, at: now) }
}

import Text

extension PanelID {
  /// The list of keys, in the middle, above other texts.
  static let help: PanelID = "help"
}

/// The list of keys.
final class HelpPanel: Panel {
  private var isShown = false

  func toggle(at now: Double) { isShown.toggle() }

  func hide() -> Bool {
    defer { isShown = false }
    return isShown
  }

  func update(in notices: Notices, at now: Double) {
    notices.show(
      .help, isShown ? .text([.title("Keys"), .keys(KeyBindings.help)], .leading) : nil)
  }
}

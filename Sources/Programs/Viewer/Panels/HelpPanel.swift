import Text

extension PanelID {
  /// The list of keys, in the middle, above other texts.
  static let help: PanelID = "help"
}

/// The list of keys.
final class HelpPanel: Panel {
  private(set) var isShown = false
  private let keys: () -> KeyMap

  /// Creates the list of the keys in use.
  init(of keys: @escaping () -> KeyMap) { self.keys = keys }

  func toggle(at now: Double) { isShown.toggle() }

  func hide(at now: Double) -> Bool {
    defer { isShown = false }
    return isShown
  }

  func update(in notices: Notices, at now: Double) {
    notices.show(
      .help, isShown ? .text([.title("Keys"), .keys(KeyHelp.rows(for: keys()))], .leading) : nil)
  }
}

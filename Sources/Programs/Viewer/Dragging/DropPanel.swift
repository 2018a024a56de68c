import Gestures
import Text

extension PanelID {
  /// What happens if the user drops what is over the window.
  static let drop: PanelID = "drop"
}

/// The sentence in the window while something that can be opened is dragged over it.
final class DropPanel: Panel {
  /// Other panels don't keep drops from it.
  let hasKeyboard = true
  private unowned let parts: ViewerParts
  private(set) var isShown = false
  private var wasShown = false

  init(_ parts: ViewerParts) { self.parts = parts }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    switch event {
    case .drag(.over(let isAccepted)): isShown = isAccepted
    case .drag(.left): isShown = false
    case .drag(.dropped(let content)): parts.clipboard.read(content)
    // The pointer is free again: the program that dragged has forgotten to say so.
    case .motion, .button:
      isShown = false
      return false
    default: return false
    }
    return true
  }

  func update(in notices: Notices, at now: Double) {
    guard isShown != wasShown else { return }
    wasShown = isShown
    notices.show(.drop, isShown ? .text([.title("Drop to open")], .center) : nil)
  }
}

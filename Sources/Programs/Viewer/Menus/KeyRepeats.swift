import Gestures

/// Distinguishes repeats of the key that opened a panel from keys that are meant for the panel.
struct KeyRepeats {
  /// The key that was pressed while the panel was closed, and is still down.
  private var down: Keysym?

  /// Handles an event; returns true for a repeat, which does nothing in the panel.
  mutating func take(_ event: WindowEvent, isOpen: Bool) -> Bool {
    switch event {
    case .key(let press):
      if isOpen { return press.key == down }
      down = press.key
    case .keyReleased(let press): if press.key == down { down = nil }
    case .visibility(false): down = nil
    default: break
    }
    return false
  }
}

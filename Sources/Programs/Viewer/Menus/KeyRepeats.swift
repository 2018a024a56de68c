import Gestures

/// Distinguishes repeats of the key that opened a panel from keys that are meant for the panel.
struct KeyRepeats {
  /// The key that was pressed while the panel was closed, and is still down.
  private var down: Keysym?

  /// Notes an event, whichever panel handles it.
  mutating func note(_ event: WindowEvent, isOpen: Bool) {
    switch event {
    case .key(let press): if !isOpen { down = press.key }
    case .keyReleased(let press): if press.key == down { down = nil }
    case .visibility(false): down = nil
    default: break
    }
  }

  /// Returns true for a repeat, which does nothing in the open panel.
  func isRepeat(_ event: WindowEvent) -> Bool {
    if case .key(let press) = event { press.key == down } else { false }
  }
}

import Gestures
import Viewing

/// The panels over the picture, which get events before the picture does.
final class PanelStack: ViewInputHandler {
  private let panels: [(id: PanelID, panel: any Panel)]
  /// The panels in the order in which they get events.
  private let asked: [any Panel]
  /// The key that was pressed last.
  private(set) var pressedKey = PressedKey()
  /// The panel that had the keyboard when the key was pressed; `nil` if none had.
  private var keyOwner: (any Panel)?

  /// Creates the panels of a window, in z-order: the topmost gets events first, but after panels
  /// with the keyboard.
  init(_ panels: [(id: PanelID, panel: any Panel)]) {
    self.panels = panels
    let fromTop = panels.map(\.panel).reversed()
    asked = fromTop.filter(\.hasKeyboard) + fromTop.filter { !$0.hasKeyboard }
  }

  /// Notes the key of an event, before any part of the window handles it.
  func note(_ event: WindowEvent) {
    pressedKey.note(event)
    if case .key(let press) = event, !press.key.isModifier, !pressedKey.isHeld {
      keyOwner = keyboardPanel
    }
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    if case .key(let press) = event, !press.key.isModifier, isStrayRepeat { return true }
    return asked.contains { $0.take(event, at: now) }
  }

  /// The panel that has the keyboard; `nil` if none has.
  private var keyboardPanel: (any Panel)? { asked.first { $0.hasKeyboard && $0.isShown } }

  /// True for the repeat of a key that was pressed before the panel with the keyboard opened, or
  /// before one closed.
  ///
  /// A held Enter must not confirm the question that it has opened. Without a panel, a key whose
  /// release another window got does nothing for a second at most.
  private var isStrayRepeat: Bool {
    guard let panel = keyboardPanel else { return keyOwner != nil && pressedKey.isRepeating }
    return panel !== keyOwner && pressedKey.isHeld
  }

  func take(_ gesture: Gesture, at now: Double) -> Bool {
    guard case .click(button: 1, at: let place) = gesture else { return false }
    return asked.contains { $0.take(clickAt: place, at: now) }
  }

  /// Passes an answer about paths to all panels.
  func take(_ event: PathEvent) {
    for (_, panel) in panels { panel.take(event) }
  }

  /// Shows or hides a panel.
  func toggle(_ id: PanelID, at now: Double) {
    panels.first { $0.id == id }?.panel.toggle(at: now)
  }

  func isShown(_ id: PanelID) -> Bool { panels.first { $0.id == id }?.panel.isShown == true }

  /// Hides the topmost panel that Escape can hide; returns false if there is none.
  func hideTopmost(at now: Double) -> Bool {
    panels.reversed().contains { $0.panel.hide(at: now) }
  }

  func update(in notices: Notices, at now: Double) {
    for (_, panel) in panels { panel.update(in: notices, at: now) }
  }

  /// When the appearance of any panel changes without an event.
  var deadline: Double? { panels.compactMap(\.panel.deadline).min() }
}

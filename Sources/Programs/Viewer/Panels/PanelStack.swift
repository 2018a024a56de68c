import Gestures
import Viewing

/// The panels over the picture, which get events before the picture does.
final class PanelStack: ViewInputHandler {
  private let panels: [(id: PanelID, panel: any Panel)]
  /// The panels in the order in which they get events.
  private let asked: [any Panel]

  /// Creates the panels of a window, in z-order: the topmost gets events first, but after panels
  /// with the keyboard.
  init(_ panels: [(id: PanelID, panel: any Panel)]) {
    self.panels = panels
    let fromTop = panels.map(\.panel).reversed()
    asked = fromTop.filter(\.hasKeyboard) + fromTop.filter { !$0.hasKeyboard }
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    // A panel that a key of another panel opens must know that the key is down.
    for panel in asked { panel.note(event) }
    return asked.contains { $0.take(event, at: now) }
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

  /// True if a panel is shown.
  func isShown(_ id: PanelID) -> Bool { panels.first { $0.id == id }?.panel.isShown == true }

  /// Hides the topmost panel that Escape can hide; returns false if there is none.
  func hideTopmost(at now: Double) -> Bool {
    panels.reversed().contains { $0.panel.hide(at: now) }
  }

  /// Updates all panels.
  func update(in notices: Notices, at now: Double) {
    for (_, panel) in panels { panel.update(in: notices, at: now) }
  }

  /// When the appearance of any panel changes without an event.
  var deadline: Double? { panels.compactMap(\.panel.deadline).min() }
}

import Gestures
import Viewing

/// The panels over the picture, which have events before the picture has them.
final class PanelStack: ViewInputHandler {
  private let panels: [(id: PanelID, panel: any Panel)]
  /// Those that are asked, one after the other.
  private let asked: [any Panel]

  /// The panels of a window, the lowest first: the highest is asked first, after who has the
  /// keyboard.
  init(_ panels: [(id: PanelID, panel: any Panel)]) {
    self.panels = panels
    let fromTop = panels.map(\.panel).reversed()
    asked = fromTop.filter(\.hasKeyboard) + fromTop.filter { !$0.hasKeyboard }
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    asked.contains { $0.take(event, at: now) }
  }

  func take(_ gesture: Gesture, at now: Double) -> Bool {
    guard case .click(button: 1, at: let place) = gesture else { return false }
    return asked.contains { $0.take(clickAt: place, at: now) }
  }

  /// Shows or hides a panel.
  func toggle(_ id: PanelID, at now: Double) {
    panels.first { $0.id == id }?.panel.toggle(at: now)
  }

  /// Hides the topmost panel that Escape hides; `false` where there is none.
  func hideTopmost() -> Bool { panels.reversed().contains { $0.panel.hide() } }

  /// Brings what is shown up to the moment.
  func update(in notices: Notices, at now: Double) {
    for (_, panel) in panels { panel.update(in: notices, at: now) }
  }

  /// When something of them looks different though nothing happens.
  var deadline: Double? { panels.compactMap(\.panel.deadline).min() }
}

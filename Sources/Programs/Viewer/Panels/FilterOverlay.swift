import Gestures

extension PanelID {
  static let filters: PanelID = "filters"
}

/// The filter panel and its split line, as overlays.
final class FilterOverlay: Panel {
  let hasKeyboard = true
  private unowned let parts: ViewerParts

  init(_ parts: ViewerParts) { self.parts = parts }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    let (isConsumed, effects) = parts.filtering.take(event)
    if !effects.isEmpty { parts.perform(effects, at: now) }
    return isConsumed
  }

  var isShown: Bool { parts.filtering.isPanelOpen }

  func hide(at now: Double) -> Bool {
    guard isShown else { return false }
    parts.perform(parts.filtering.togglePanel(), at: now)
    return true
  }

  func toggle(at now: Double) { parts.perform(parts.filtering.togglePanel(), at: now) }
}

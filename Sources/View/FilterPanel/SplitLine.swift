import Geometry
import Gestures

/// The split line on the picture: before is on its left, after on its right.
struct SplitLine: Hashable, Sendable {
  /// True while the line is shown.
  private(set) var isShown = false
  /// The distance from the left edge, as a fraction of the surface's width.
  private var fraction = 0.5
  private var isDragged = false
  /// The pointer's distance from the line during a drag; `nil` once the line has been toggled.
  private var offset: Double?
  /// The buttons that were pressed during the drag and are still down.
  private var buttons: Set<Int> = []

  /// Shows the line at the centre, or hides it.
  mutating func toggle() {
    isShown.toggle()
    fraction = 0.5
    offset = nil
  }

  /// Returns the line's column on a surface, clamped to its edges; `nil` while hidden.
  func column(on surface: PixelSize) -> Int? {
    guard isShown else { return nil }
    return min(max(Int((fraction * Double(surface.width)).rounded()), 0), max(surface.width, 0))
  }

  /// Grabs the line if a button is pressed near it; returns true if it was.
  mutating func grab(_ event: ButtonEvent, _ surface: PixelSize, scale: Double) -> Bool {
    guard event.button == 1, let column = column(on: surface) else { return false }
    let distance = event.position.x - Double(column)
    guard abs(distance) <= SplitDrawing.grip(scale: scale) else { return false }
    isDragged = true
    offset = distance
    buttons.insert(1)
    return true
  }

  /// Handles pointer events during a drag; returns true if the event was consumed.
  mutating func pull(_ event: WindowEvent, _ surface: PixelSize) -> Bool {
    switch event {
    case .motion(let position, _) where isDragged:
      guard let offset, surface.width > 0, position.x.isFinite else { return true }
      fraction = min(max((position.x - offset) / Double(surface.width), 0), 1)
      return true
    case .scroll: return isDragged
    case .button(let button) where button.isPressed:
      guard isDragged, (1...3).contains(button.button) else { return false }
      buttons.insert(button.button)
      return true
    case .button(let button):
      if button.button == 1 { isDragged = false }
      return buttons.remove(button.button) != nil
    default: return false
    }
  }
}

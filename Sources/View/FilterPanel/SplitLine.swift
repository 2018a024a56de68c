import Geometry
import Gestures

/// The line on the picture between before, at its left, and after.
struct SplitLine: Hashable, Sendable {
  /// Whether it is seen.
  private(set) var isShown = false
  /// How far it is from the left, as a share of the surface's width.
  private var fraction = 0.5
  private var isDragged = false
  /// How far the pointer that drags it is from it; `nil` once it is another line.
  private var offset: Double?
  /// The buttons that were pressed since it is dragged, and are down still.
  private var buttons: Set<Int> = []

  /// Puts it in the middle, or takes it away.
  mutating func toggle() {
    isShown.toggle()
    fraction = 0.5
    offset = nil
  }

  /// Its column on a surface, between the edges; `nil` where it is not seen.
  func column(on surface: PixelSize) -> Int? {
    guard isShown else { return nil }
    return min(max(Int((fraction * Double(surface.width)).rounded()), 0), max(surface.width, 0))
  }

  /// Grabs it where a button is pressed near it; it says whether it is.
  mutating func grab(_ event: ButtonEvent, _ surface: PixelSize, scale: Double) -> Bool {
    guard event.button == 1, let column = column(on: surface) else { return false }
    let distance = event.position.x - Double(column)
    guard abs(distance) <= SplitDrawing.grip(scale: scale) else { return false }
    isDragged = true
    offset = distance
    buttons.insert(1)
    return true
  }

  /// Takes what the pointer does while the line is dragged; it says whether that was meant for it.
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

import Geometry
import Gestures

/// The pointer as the bar sees it: its motion, position and buttons.
///
/// A value without a clock: times are passed in, in seconds.
struct BarPointer: Hashable, Sendable {
  private var position: Point?
  /// The buttons that were pressed outside the bar and are still down: dragging the picture does
  /// not show the bar.
  private var buttons: Set<Int> = []
  /// True if the last event came from a finger.
  private(set) var isFinger = false
  /// When the last tap takes effect, unless it becomes a double tap.
  private var tapDue: Double?

  /// The maximum time between the taps of a double tap, in seconds.
  static let tapDelay = 0.3

  /// Handles an event; returns true if the bar is to be shown.
  ///
  /// `bar` is the bar's rectangle in device pixels, empty while it is hidden.
  mutating func take(_ event: WindowEvent, bar: Rect) -> Bool {
    switch event {
    case .motion(let position, _):
      guard position != self.position else { return false }
      self.position = position
      isFinger = false
      return buttons.isEmpty
    case .button(let button):
      position = button.position
      isFinger = false
      if !button.isPressed {
        buttons.remove(button.button)
      } else if !bar.contains(button.position) {
        buttons.insert(button.button)
      }
      return bar.contains(button.position)
    case .scroll(let scroll): return bar.contains(scroll.position)
    case .touch(let touch):
      position = nil
      isFinger = true
      if touch.phase == .began { tapDue = nil }
      return bar.contains(touch.position)
    case .pointerLeft: position = nil
    case .visibility(false):
      position = nil
      buttons.removeAll()
    default: break
    }
    return false
  }

  /// True if the pointer is over a rectangle, without a drag that began outside.
  func isOver(_ rect: Rect) -> Bool {
    buttons.isEmpty && position.map(rect.contains) == true
  }

  /// Notes a tap or click on the picture; only taps count.
  mutating func tapped(at now: Double) { if isFinger { tapDue = now + Self.tapDelay } }

  /// Returns true once for a tap that did not become a double tap.
  mutating func takeTap(at now: Double) -> Bool {
    guard let tapDue, now >= tapDue else { return false }
    self.tapDue = nil
    return true
  }

  /// When a pending tap takes effect; `nil` without one.
  var deadline: Double? { tapDue }
}

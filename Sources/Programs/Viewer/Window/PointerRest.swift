import Gestures

/// Hides the pointer while it rests over a picture in full screen.
///
/// A value without a clock: times are passed in, in seconds.
struct PointerRest: Hashable {
  private var isFullScreen = false
  private var lastMove = 0.0
  /// True while the pointer is to be hidden.
  private(set) var isHidden = false

  /// How long the pointer rests before it is hidden, in seconds.
  static let restDuration = 2.0

  /// When to hide the pointer; `nil` if it is hidden or stays visible.
  var deadline: Double? { isFullScreen && !isHidden ? lastMove + Self.restDuration : nil }

  /// Handles a window event.
  mutating func take(_ event: WindowEvent, at now: Double) {
    switch event {
    case .fullScreenChanged(let isFull):
      isFullScreen = isFull
      noteMove(at: now)
    case .motion, .button, .scroll, .pointerLeft: noteMove(at: now)
    default: break
    }
  }

  /// Updates the value to the current time.
  mutating func tick(at now: Double) {
    if let deadline, now >= deadline { isHidden = true }
  }

  private mutating func noteMove(at now: Double) {
    lastMove = now
    isHidden = false
  }
}

import Gestures

/// Hides the pointer while it rests over a picture in full screen, together with the bar.
///
/// A value without a clock: times are passed in, in seconds.
struct PointerRest: Hashable {
  private var isFullScreen = false
  private var lastMove = 0.0
  private var isHeld = false
  /// True while the pointer should be hidden.
  private(set) var isHidden = false

  /// How long the pointer rests before it is hidden, in seconds.
  static let restDuration = BarVisibility.rest

  /// When to hide the pointer; `nil` if it is hidden or stays visible.
  var deadline: Double? {
    isFullScreen && !isHidden && !isHeld ? lastMove + Self.restDuration : nil
  }

  /// Keeps the pointer visible while it is over the bar or a menu is open.
  mutating func hold(_ isHeld: Bool, at now: Double) {
    if self.isHeld, !isHeld { lastMove = now }
    self.isHeld = isHeld
  }

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

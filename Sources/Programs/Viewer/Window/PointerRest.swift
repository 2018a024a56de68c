import Gestures

/// Hides the pointer while it rests over a picture in full screen, together with the bar.
///
/// A value without a clock: times are passed in, in seconds.
struct PointerRest: Hashable {
  private var isFullScreen = false
  private var lastMove = 0.0
  private var isHeld = false
  /// The buttons that are down: the hand that holds still still drags.
  private var buttons: Set<Int> = []
  /// True while another program drags something over the window.
  private var isDraggedOver = false
  /// True while the pointer should be hidden.
  private(set) var isHidden = false

  /// How long the pointer rests before it is hidden, in seconds.
  static let restDuration = BarVisibility.rest

  /// When to hide the pointer; `nil` if it is hidden or stays visible.
  var deadline: Double? {
    guard isFullScreen, !isHidden, !isHeld, buttons.isEmpty, !isDraggedOver else { return nil }
    return lastMove + Self.restDuration
  }

  /// Keeps the pointer visible while it is over the bar or a menu is open.
  mutating func hold(_ isHeld: Bool, at now: Double) {
    if self.isHeld, !isHeld { lastMove = now }
    self.isHeld = isHeld
  }

  mutating func take(_ event: WindowEvent, at now: Double) {
    switch event {
    case .fullScreenChanged(let isFull): isFullScreen = isFull
    case .button(let button):
      if button.isPressed { buttons.insert(button.button) } else { buttons.remove(button.button) }
    case .drag(.over): isDraggedOver = true
    case .drag(.left), .drag(.dropped): isDraggedOver = false
    case .visibility(isVisible: false):
      // A hidden window gets no releases.
      buttons.removeAll()
      isDraggedOver = false
      return
    // The pointer is free again: the program that dragged has forgotten to say so.
    case .motion, .scroll: isDraggedOver = false
    case .pointerLeft: break
    default: return
    }
    lastMove = now
    isHidden = false
  }

  /// Updates the value to the current time.
  mutating func tick(at now: Double) {
    if let deadline, now >= deadline { isHidden = true }
  }
}

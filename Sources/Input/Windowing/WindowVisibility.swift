import Gestures

/// The conditions under which a window is visible.
struct WindowVisibility {
  var isMapped = false
  /// True if the host is mapped; always true for a top-level window.
  var isHostMapped = true
  /// True if other windows cover all of it.
  var isObscured = false
  /// True if it is minimised; a composited desktop does that without unmapping it.
  var isHidden = false
  private var reported = false

  init(isHostMapped: Bool) { self.isHostMapped = isHostMapped }

  /// Returns an event if the visibility has changed since the last call.
  mutating func change() -> WindowEvent? {
    let isVisible = isMapped && isHostMapped && !isObscured && !isHidden
    guard isVisible != reported else { return nil }
    reported = isVisible
    return .visibility(isVisible: isVisible)
  }
}

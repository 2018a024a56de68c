/// A kind of tap or click, without a drag.
public enum TapKind: Hashable, Sendable {
  /// One tap, or a click of the left button.
  case single
  /// Two in quick succession; the first one is also reported as a single tap.
  case double
  /// One tap with two fingers.
  case twoFinger
  /// A click of the right button, reported when it is pressed; the view does nothing.
  case secondary
  /// A click of the middle button; the view does nothing.
  case middle
  /// A finger that rests for `GesturePreferences.longPress`, reported while it is down; the view
  /// does nothing.
  case long
}

import Geometry

/// An event of the window system; events are reported in the order in which they happened.
///
/// Positions are in device pixels from the window's top left corner. Times are seconds of the X
/// server's clock, of which only differences are meaningful.
public enum WindowEvent: Hashable, Sendable {
  /// The window's size has changed.
  case resized(PixelSize)
  /// Some of the window's pixels are lost and must be redrawn.
  case exposed
  /// The window has become visible, or it is unmapped or fully covered.
  case visibility(isVisible: Bool)
  /// The window has gained or lost the keyboard focus; without it, releases of keys are not
  /// reported.
  case focusChanged(Bool)
  /// A key is pressed or repeats.
  case key(KeyPress)
  /// A key is released; a repeating key is released once, at the end.
  case keyReleased(KeyPress)
  /// A button is pressed or released; the wheel's buttons 4–7 are reported as `scroll`.
  case button(ButtonEvent)
  /// The pointer has moved.
  case motion(position: Point, time: Double)
  /// A wheel has turned, or fingers on a touchpad scroll.
  case scroll(ScrollEvent)
  /// Two or more fingers pinch on a touchpad.
  case pinch(PinchEvent)
  /// Three or more fingers swipe on a touchpad.
  case swipe(SwipeEvent)
  /// A finger touches, moves on or leaves a touch screen; no pointer events are reported for it.
  case touch(TouchEvent)
  /// The pointer has left the window.
  case pointerLeft
  /// Something is dragged over the window, or dropped on it.
  case drag(DragEvent)
  /// The window has entered or left full screen.
  case fullScreenChanged(Bool)
  /// The window has moved to a monitor with another ICC profile, or its monitor's profile has
  /// changed.
  case displayProfileChanged
  /// The interface scale factor has changed; 1 is 96 dpi.
  case interfaceScaleChanged(Double)
  /// The desktop's settings for all programs have changed.
  case desktopSettingsChanged
  /// The user asked the window manager to close the window.
  case closeRequested
  /// The X server is gone; nothing can be shown any more.
  case connectionLost
}

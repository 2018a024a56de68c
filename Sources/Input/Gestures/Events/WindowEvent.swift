import Geometry

/// What the window system reports, in the order in which it happened.
///
/// Positions are device pixels of the window, from its top left corner. Times are seconds of the X
/// server's clock: only their differences mean something.
public enum WindowEvent: Hashable, Sendable {
  /// The window has another size.
  case resized(PixelSize)
  /// Some of the window's pixels are lost and must be drawn again.
  case exposed
  /// The window can be seen, or it is unmapped or fully covered.
  case visibility(isVisible: Bool)
  /// A key was pressed, or repeats.
  case key(KeyPress)
  /// A key was let go; one that repeats is let go once, at its end.
  case keyReleased(KeyPress)
  /// A button was pressed or let go; the wheel's buttons 4–7 come as `scroll`.
  case button(ButtonEvent)
  /// The pointer moved.
  case motion(position: Point, time: Double)
  /// A wheel turned or fingers scrolled.
  case scroll(ScrollEvent)
  /// Two or more fingers pinch.
  case pinch(PinchEvent)
  /// Three or more fingers swipe.
  case swipe(SwipeEvent)
  /// A finger was put on a touch screen, moved or lifted; no pointer comes of it.
  case touch(TouchEvent)
  /// The pointer left the window.
  case pointerLeft
  /// The window became, or ceased to be, a full-screen one.
  case fullScreenChanged(Bool)
  /// The window lies on a monitor of another ICC profile, or the monitor has another one.
  case displayProfileChanged
  /// The display's scale factor for the interface changed (1 is 96 dots an inch).
  case interfaceScaleChanged(Double)
  /// The user asked the window manager to close the window.
  case closeRequested
  /// The X server is gone: nothing can be shown any more.
  case connectionLost
}

import Geometry

/// What the user means by the window's events, free of devices.
///
/// Positions and distances are device pixels of the window, velocities device pixels per second.
public enum Gesture: Hashable, Sendable {
  /// Zoom at a point by so many wheel detents; positive zooms in.
  case zoom(detents: Double, at: Point, isContinuous: Bool)
  /// Zoom at a point by a factor; above 1 zooms in.
  case zoomStep(factor: Double, at: Point)
  /// The picture was touched: whatever moves stops under the finger.
  case panBegan
  /// The picture follows the pointer by a distance.
  case panMoved(by: Point)
  /// The picture was let go with a velocity; zero means that it was put down at rest.
  case panEnded(velocity: Point)
  /// The picture goes a distance that nobody holds it for, and not past its edges.
  case panStep(by: Point)
  /// A key was pressed: a picture that glides stops.
  case stop
  /// Go to the double-click target at a point, or back to fit.
  case doubleClick(at: Point)
  /// Two fingers tapped the screen, their middle at a point.
  case twoFingerTap(at: Point)
  /// The window was clicked once without a drag.
  case click(button: Int, at: Point)
  /// A finger has rested on the screen for as long as `GesturePreferences.longPress` says.
  case longPress(at: Point)
  /// Fingers pinch about a point that moves with them.
  ///
  /// `at` is where the point between them, or the pointer that stands for it, was when they began;
  /// since then it has moved by the sum of all distances, which include this step's. The scale is
  /// the fingers' distance relative to the beginning.
  case pinch(phase: GesturePhase, scale: Double, at: Point, movedBy: Point)
  /// Fingers swipe through the album.
  case swipe(phase: GesturePhase, movedBy: Point, velocity: Point)
}

/// What people like to set about wheels, touchpads and fingers.
///
/// A wheel and a touchpad have factors of their own: the device decides which one counts.
public struct GesturePreferences: Hashable, Sendable {
  /// How many detents a detent of a wheel counts for.
  public var wheelSensitivity: Double
  /// The factor of how far two fingers on a touchpad move the picture; 1 is as usual.
  public var touchpadSensitivity: Double
  /// The factor of how much fingers on a touchpad zoom, pinching or with Ctrl; 1 is as usual.
  public var touchpadZoomSensitivity: Double
  /// Whether the wheel pans, and zooms with Ctrl only.
  public var wheelPans: Bool
  /// Whether the wheel works the other way round.
  public var invertsWheel: Bool
  /// Whether scrolling on a touchpad works the other way round.
  public var invertsTouchpad: Bool
  /// How long a finger rests on a screen until that is a long press and no tap, in seconds; `nil`
  /// knows no long presses.
  public var longPress: Double?

  /// Preferences, each with the value that most people want.
  public init(
    wheelSensitivity: Double = 1, touchpadSensitivity: Double = 1,
    touchpadZoomSensitivity: Double = 1, wheelPans: Bool = false, invertsWheel: Bool = false,
    invertsTouchpad: Bool = false, longPress: Double? = nil
  ) {
    self.wheelSensitivity = wheelSensitivity
    self.touchpadSensitivity = touchpadSensitivity
    self.touchpadZoomSensitivity = touchpadZoomSensitivity
    self.wheelPans = wheelPans
    self.invertsWheel = invertsWheel
    self.invertsTouchpad = invertsTouchpad
    self.longPress = longPress
  }
}

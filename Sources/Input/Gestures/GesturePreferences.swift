/// The user's preferences for wheels, touchpads and touch screens.
///
/// Wheels and touchpads have separate factors; the device decides which one applies.
public struct GesturePreferences: Hashable, Sendable {
  /// The factor for a wheel's detents.
  public var wheelSensitivity: Double
  /// The factor for panning with two fingers on a touchpad; the default is 1.
  public var touchpadSensitivity: Double
  /// The factor for zooming on a touchpad, by pinching or with Ctrl; the default is 1.
  public var touchpadZoomSensitivity: Double
  /// True if the wheel pans, and zooms only with Ctrl.
  public var wheelPans: Bool
  /// True if the wheel's direction is inverted.
  public var invertsWheel: Bool
  /// True if the touchpad's scrolling direction is inverted.
  public var invertsTouchpad: Bool
  /// How long a finger must rest on a screen for a long press, in seconds; `nil` disables long
  /// presses.
  public var longPress: Double?

  /// Creates preferences with the default values.
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

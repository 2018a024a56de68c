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

import Geometry

/// A pointer button that went down or up.
public struct ButtonEvent: Hashable, Sendable {
  /// 1 is the left, 2 the middle, 3 the right one; 8 and 9 are back and forward.
  public var button: Int
  /// Down or up.
  public var isPressed: Bool
  /// Where the pointer is, in device pixels of the window.
  public var position: Point
  /// What was held down with it.
  public var modifiers: Modifiers
  /// When, in seconds of the X server's clock.
  public var time: Double

  /// A button that went down or up.
  public init(button: Int, isPressed: Bool, position: Point, modifiers: Modifiers, time: Double) {
    self.button = button
    self.isPressed = isPressed
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}

/// A turn of a wheel, or a movement of scrolling fingers.
public struct ScrollEvent: Hashable, Sendable {
  /// What kind of device scrolled.
  public enum Source: Hashable, Sendable {
    /// A wheel, of whole or fractional detents.
    case wheel
    /// Fingers on a touchpad.
    case touchpad
  }

  /// Detents: positive x scrolls right, positive y scrolls down (towards the user).
  public var detents: Point
  /// Which kind of device it was.
  public var source: Source
  /// Whether the device reports fractions of a detent: its movement needs no smoothing.
  public var isContinuous: Bool
  /// Whether the fingers have left the touchpad: a scroll valuator reported no movement.
  public var isEnd: Bool
  /// Where the pointer is, in device pixels of the window.
  public var position: Point
  /// What was held down with it.
  public var modifiers: Modifiers
  /// When, in seconds of the X server's clock.
  public var time: Double

  /// A turn or a movement.
  public init(
    detents: Point, source: Source, isContinuous: Bool, isEnd: Bool = false, position: Point,
    modifiers: Modifiers, time: Double
  ) {
    self.detents = detents
    self.source = source
    self.isContinuous = isContinuous
    self.isEnd = isEnd
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}

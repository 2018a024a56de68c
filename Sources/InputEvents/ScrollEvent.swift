import Geometry

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
  /// Where the pointer is.
  public var position: Point
  /// What was held down with it.
  public var modifiers: Modifiers
  /// When.
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

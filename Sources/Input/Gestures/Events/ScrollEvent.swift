import Geometry

/// A wheel's turn or a touchpad's scrolling.
public struct ScrollEvent: Hashable, Sendable {
  /// The kind of device that scrolls.
  public enum Source: Hashable, Sendable {
    /// A wheel, with whole or fractional detents.
    case wheel
    /// Fingers on a touchpad.
    case touchpad
  }

  /// The scroll distance in detents: positive x scrolls right, positive y down (towards the user).
  public var detents: Point
  /// The kind of device.
  public var source: Source
  /// True if the device reports fractions of a detent, so that its movement needs no smoothing.
  public var isContinuous: Bool
  /// True if the fingers have left the touchpad: a scroll valuator reported no movement.
  public var isEnd: Bool
  /// The pointer's position in device pixels of the window.
  public var position: Point
  /// The modifiers that were held.
  public var modifiers: Modifiers
  /// The time in seconds of the X server's clock.
  public var time: Double

  /// Creates a scroll event.
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

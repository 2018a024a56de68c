import Geometry

/// A pinch of two or more fingers on a touchpad.
public struct PinchEvent: Hashable, Sendable {
  /// The event's phase.
  public var phase: GesturePhase
  /// The distance between the fingers as a factor of the initial one.
  public var scale: Double
  /// The movement of the fingers' midpoint since the last event, in device pixels.
  public var delta: Point
  /// The pointer's position in device pixels of the window.
  public var position: Point
  /// The time in seconds of the X server's clock.
  public var time: Double

  /// Creates a pinch event.
  public init(phase: GesturePhase, scale: Double, delta: Point, position: Point, time: Double) {
    self.phase = phase
    self.scale = scale
    self.delta = delta
    self.position = position
    self.time = time
  }
}

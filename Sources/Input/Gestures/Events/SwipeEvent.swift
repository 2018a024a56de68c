import Geometry

/// A swipe of three or more fingers on a touchpad.
public struct SwipeEvent: Hashable, Sendable {
  /// The event's phase.
  public var phase: GesturePhase
  /// The number of fingers.
  public var fingers: Int
  /// The movement since the last event, in device pixels.
  public var delta: Point
  /// The time in seconds of the X server's clock.
  public var time: Double

  /// Creates a swipe event.
  public init(phase: GesturePhase, fingers: Int, delta: Point, time: Double) {
    self.phase = phase
    self.fingers = fingers
    self.delta = delta
    self.time = time
  }
}

import Geometry

/// Three or more fingers that swipe.
public struct SwipeEvent: Hashable, Sendable {
  /// Where in the gesture this event stands.
  public var phase: GesturePhase
  /// How many fingers.
  public var fingers: Int
  /// How far they moved since the last event, in device pixels.
  public var delta: Point
  /// When, in seconds of the X server's clock.
  public var time: Double

  /// A step of a swipe.
  public init(phase: GesturePhase, fingers: Int, delta: Point, time: Double) {
    self.phase = phase
    self.fingers = fingers
    self.delta = delta
    self.time = time
  }
}

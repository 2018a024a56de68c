import Geometry

/// Two or more fingers that pinch.
public struct PinchEvent: Hashable, Sendable {
  /// Where in the gesture this event stands.
  public var phase: GesturePhase
  /// The distance between the fingers relative to the start.
  public var scale: Double
  /// How far the point between them moved since the last event.
  public var delta: Point
  /// Where the pointer is.
  public var position: Point
  /// When.
  public var time: Double

  /// A step of a pinch.
  public init(phase: GesturePhase, scale: Double, delta: Point, position: Point, time: Double) {
    self.phase = phase
    self.scale = scale
    self.delta = delta
    self.position = position
    self.time = time
  }
}

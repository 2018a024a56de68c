import Geometry

/// Two or more fingers that pinch.
public struct PinchEvent: Hashable, Sendable {
  /// Where in the gesture this event stands.
  public var phase: GesturePhase
  /// The distance between the fingers as a factor of that at the start.
  public var scale: Double
  /// How far the point between them moved since the last event, in device pixels.
  public var delta: Point
  /// Where the pointer is, in device pixels of the window.
  public var position: Point
  /// When, in seconds of the X server's clock.
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

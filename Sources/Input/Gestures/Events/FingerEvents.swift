import Geometry

/// The phase of a continuous gesture.
public enum GesturePhase: Hashable, Sendable {
  /// The fingers are put down.
  case began
  /// The fingers move.
  case changed
  /// The fingers are lifted.
  case ended
  /// The gesture is not recognised after all, or another client takes it; what it moved comes to
  /// rest.
  case cancelled
}

/// A touch on a touch screen.
///
/// A touch sequence begins, changes any number of times, and ends or is cancelled. Sequences of
/// several fingers are concurrent and are identified by their numbers.
public struct TouchEvent: Hashable, Sendable {
  /// The sequence's number, which may be reused once the finger has been lifted.
  public var id: Int
  /// The event's phase.
  public var phase: GesturePhase
  /// The finger's position in device pixels of the window.
  public var position: Point
  /// The time in seconds of the X server's clock.
  public var time: Double

  /// Creates a touch event.
  public init(id: Int, phase: GesturePhase, position: Point, time: Double) {
    self.id = id
    self.phase = phase
    self.position = position
    self.time = time
  }
}

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

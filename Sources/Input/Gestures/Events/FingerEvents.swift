import Geometry

/// The phase of a gesture that lasts.
public enum GesturePhase: Hashable, Sendable {
  /// The fingers were put down.
  case began
  /// They moved.
  case changed
  /// They were lifted.
  case ended
  /// The gesture turned out to be none, or to be somebody else's: what it has moved comes to rest.
  case cancelled
}

/// A finger on a touch screen.
///
/// A sequence begins, changes any number of times, and ends or is cancelled. Sequences of several
/// fingers run side by side and are told apart by their numbers.
public struct TouchEvent: Hashable, Sendable {
  /// The sequence's number; it may come again once the finger was lifted.
  public var id: Int
  /// Where in the sequence this event stands.
  public var phase: GesturePhase
  /// Where the finger is, in device pixels of the window.
  public var position: Point
  /// When, in seconds of the X server's clock.
  public var time: Double

  /// A step of a finger.
  public init(id: Int, phase: GesturePhase, position: Point, time: Double) {
    self.id = id
    self.phase = phase
    self.position = position
    self.time = time
  }
}

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

import Geometry

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

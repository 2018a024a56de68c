import Geometry

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

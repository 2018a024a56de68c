import Geometry

/// A press or release of a pointer button.
public struct ButtonEvent: Hashable, Sendable {
  /// The button: 1 is the left one, 2 the middle, 3 the right; 8 and 9 are back and forward.
  public var button: Int
  /// True for a press, false for a release.
  public var isPressed: Bool
  /// The pointer's position in device pixels of the window.
  public var position: Point
  /// The modifiers that were held.
  public var modifiers: Modifiers
  /// The time in seconds of the X server's clock.
  public var time: Double

  /// Creates a button event.
  public init(button: Int, isPressed: Bool, position: Point, modifiers: Modifiers, time: Double) {
    self.button = button
    self.isPressed = isPressed
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}

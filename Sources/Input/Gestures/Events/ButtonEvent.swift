import Geometry

/// A pointer button that went down or up.
public struct ButtonEvent: Hashable, Sendable {
  /// 1 is the left, 2 the middle, 3 the right one; 8 and 9 are back and forward.
  public var button: Int
  /// Down or up.
  public var isPressed: Bool
  /// Where the pointer is, in device pixels of the window.
  public var position: Point
  /// What was held down with it.
  public var modifiers: Modifiers
  /// When, in seconds of the X server's clock.
  public var time: Double

  /// A button that went down or up.
  public init(button: Int, isPressed: Bool, position: Point, modifiers: Modifiers, time: Double) {
    self.button = button
    self.isPressed = isPressed
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}

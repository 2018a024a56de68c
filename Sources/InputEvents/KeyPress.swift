import Geometry

/// A key that was pressed.
public struct KeyPress: Hashable, Sendable {
  /// The X keysym, with Shift applied as the keyboard's layout says.
  ///
  /// Caps Lock is not applied, the number pad's keys come as the main block's, and letters of other
  /// scripts as the Latin ones on their keys.
  public var keysym: UInt32
  /// What was held down with it.
  public var modifiers: Modifiers
  /// Where the pointer is.
  public var position: Point
  /// When.
  public var time: Double

  /// A key press.
  public init(keysym: UInt32, modifiers: Modifiers, position: Point, time: Double) {
    self.keysym = keysym
    self.modifiers = modifiers
    self.position = position
    self.time = time
  }
}

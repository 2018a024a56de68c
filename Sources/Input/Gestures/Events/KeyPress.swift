import Geometry

/// A key that was pressed.
public struct KeyPress: Hashable, Sendable {
  /// The X keysym, with Shift applied as the keyboard's layout says.
  ///
  /// Caps Lock is not applied, the number pad's keys come as the main block's, and letters of other
  /// scripts as the Latin ones on their keys, those of a US keyboard where the user's has none.
  public var keysym: UInt32
  /// What was held down with it.
  public var modifiers: Modifiers
  /// Where the pointer is, in device pixels of the window.
  public var position: Point
  /// When, in seconds of the X server's clock.
  public var time: Double

  /// A key press.
  public init(keysym: UInt32, modifiers: Modifiers, position: Point, time: Double) {
    self.keysym = keysym
    self.modifiers = modifiers
    self.position = position
    self.time = time
  }
}

extension KeyPress {
  /// The key's meaning.
  public var key: Keysym { Keysym(rawValue: keysym) }
}

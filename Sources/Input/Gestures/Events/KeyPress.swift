import Geometry

/// A key press or release.
public struct KeyPress: Hashable, Sendable {
  /// The X keysym, with Shift applied according to the keyboard layout.
  ///
  /// Caps Lock is not applied. Keys of the number pad are reported as those of the main block, and
  /// characters beyond Latin-1 as their code points plus 2²⁴, whatever the layout calls them.
  /// Letters of other scripts are reported as the Latin letters on the same keys, or those of a US
  /// keyboard if the user's has none, unless AltGr is held.
  public var keysym: UInt32
  /// The keysym of the character on the key, if `keysym` is that of another layout; else `nil`.
  public var originalKeysym: UInt32?
  /// The modifiers that were held.
  public var modifiers: Modifiers
  /// The pointer's position in device pixels of the window.
  public var position: Point
  /// The time in seconds of the X server's clock.
  public var time: Double

  /// Creates a key press.
  public init(
    keysym: UInt32, originalKeysym: UInt32? = nil, modifiers: Modifiers, position: Point,
    time: Double
  ) {
    self.keysym = keysym
    self.originalKeysym = originalKeysym
    self.modifiers = modifiers
    self.position = position
    self.time = time
  }
}

extension KeyPress {
  /// The keysym as a `Keysym`.
  public var key: Keysym { Keysym(rawValue: keysym) }
}

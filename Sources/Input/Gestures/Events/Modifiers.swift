/// The modifier keys that are held.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Shift.
  ///
  /// The corresponding C constant is `ShiftMask`.
  public static let shift = Modifiers(rawValue: 1)
  /// Control.
  ///
  /// The corresponding C constant is `ControlMask`.
  public static let control = Modifiers(rawValue: 2)
  /// Alt.
  ///
  /// The corresponding C constant is `Mod1Mask`.
  public static let alt = Modifiers(rawValue: 4)
  /// The logo key (Super).
  ///
  /// The corresponding C constant is `Mod4Mask`.
  public static let logo = Modifiers(rawValue: 8)
}

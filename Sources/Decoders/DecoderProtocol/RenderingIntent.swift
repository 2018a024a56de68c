/// How colours are met that the display has not, numbered as ICC does.
package enum RenderingIntent: UInt8, Hashable, Sendable, CaseIterable {
  /// All colours move, so that they keep their distances.
  case perceptual = 0
  /// Only those move that the display has not; white is the display's.
  case relative = 1
  /// Colours stay strong rather than true.
  case saturation = 2
  /// Only those move that the display has not; white is the picture's.
  case absolute = 3
  /// As the picture's own profile says.
  case ofPicture = 4
}

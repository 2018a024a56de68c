/// How colours outside the display's gamut are mapped; the values are ICC's.
package enum RenderingIntent: UInt8, Hashable, Sendable, CaseIterable {
  /// All colours are compressed, so that their relations are kept.
  case perceptual = 0
  /// Only colours outside the gamut change; white is the display's.
  case relative = 1
  /// Favours saturation over accuracy.
  case saturation = 2
  /// Only colours outside the gamut change; white is the picture's.
  case absolute = 3
  /// The intent in the picture's own profile.
  case ofPicture = 4
}

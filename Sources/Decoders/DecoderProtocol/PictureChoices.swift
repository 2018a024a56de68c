/// The user's choices for reading pictures, the same for all pictures of a window.
package struct PictureChoices: Hashable, Sendable {
  /// How camera raw files are shown.
  package var rawPictures: OpenRequest.RawPictures
  /// How colours are converted to the display.
  package var rendering: ColorRendering
  /// The display's headroom in stops for gain maps; 0 disables gain maps.
  package var gainStops: Double

  /// The most headroom for gain maps, in stops.
  package static let mostStops = 16.0

  /// The default choices, except those given.
  package init(
    rawPictures: OpenRequest.RawPictures = .developed,
    rendering: ColorRendering = ColorRendering(), gainStops: Double = 0
  ) {
    self.rawPictures = rawPictures
    self.rendering = rendering
    self.gainStops = gainStops
  }
}

/// The conversion of a picture's colours to the display.
package struct ColorRendering: Hashable, Sendable {
  /// How colours outside the display's gamut are mapped.
  package var intent: RenderingIntent
  /// True for black point compensation: the picture's black maps to the display's, and dark tones
  /// keep their differences.
  package var compensatesBlackPoint: Bool

  /// By default the picture's own intent, with black point compensation.
  package init(intent: RenderingIntent = .ofPicture, compensatesBlackPoint: Bool = true) {
    self.intent = intent
    self.compensatesBlackPoint = compensatesBlackPoint
  }
}

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

/// What people choose about how pictures are read, the same for every picture of a window.
package struct PictureChoices: Hashable, Sendable {
  /// What is shown of cameras' raw pictures.
  package var rawPictures: OpenRequest.RawPictures
  /// How colours are brought to the display.
  package var rendering: ColorRendering
  /// For how many stops above white gain maps are applied; 0 shows pictures as they are without.
  package var gainStops: Double

  /// The most stops that gain maps are applied for.
  package static let mostStops = 16.0

  /// Choices; what is not named is as most people want it.
  package init(
    rawPictures: OpenRequest.RawPictures = .developed,
    rendering: ColorRendering = ColorRendering(), gainStops: Double = 0
  ) {
    self.rawPictures = rawPictures
    self.rendering = rendering
    self.gainStops = gainStops
  }
}

/// How colours of a picture become those of the display.
package struct ColorRendering: Hashable, Sendable {
  /// How colours are met that the display has not.
  package var intent: RenderingIntent
  /// Whether the picture's darkest black becomes the display's, and what is a little lighter keeps
  /// its distance from it.
  package var compensatesBlackPoint: Bool

  /// As pictures say, with black as dark as the display has it.
  package init(intent: RenderingIntent = .ofPicture, compensatesBlackPoint: Bool = true) {
    self.intent = intent
    self.compensatesBlackPoint = compensatesBlackPoint
  }
}

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

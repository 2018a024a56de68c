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

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

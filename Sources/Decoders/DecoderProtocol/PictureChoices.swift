/// The user's choices for reading pictures, the same for all pictures of a window.
package struct PictureChoices: Hashable, Sendable {
  /// How camera raw files are shown.
  package var rawPictures: OpenRequest.RawPictures
  /// How colours are converted to the display.
  package var rendering: ColorRendering
  /// The display's headroom in stops for gain maps; 0 disables gain maps.
  package var gainStops: Double

  /// The maximum headroom for gain maps, in stops.
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

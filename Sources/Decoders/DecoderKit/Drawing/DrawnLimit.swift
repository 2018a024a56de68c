import Geometry

/// How far away from a document's origin a library still draws what is there.
package struct DrawnLimit: Hashable, Sendable {
  /// In pixels.
  package let pixels: Double
  /// What is missing near that limit, in words; `nil` where nothing is.
  package let sentence: String?

  /// Of a library that draws with cairo.
  ///
  /// `isClamped` says whether its paths go through CairoClamp; cairo's own numbers end at 2²³.
  /// `dropsFarShapes` says that it leaves out what is farther away than these itself.
  package init(library: String, isClamped: Bool, dropsFarShapes: Bool = false) {
    guard dropsFarShapes || !isClamped else {
      (pixels, sentence) = (0x1p44, nil)
      return
    }
    pixels = 0x1p23
    // A zoom that ends sooner is worth no sentence over each drawing: most are never looked at so
    // closely.
    sentence =
      dropsFarShapes
      ? nil
      : "\(library)'s lines can't be kept within cairo's numbers here: the largest zoom ends where "
        + "the drawing is 8 388 608 pixels large"
  }

  /// The largest scale at which all of a document is drawn right, in pixels a unit.
  package func largestScale(of extent: Extent) -> Double {
    min(DrawnHeader.largestScale(of: extent), pixels / max(extent.width, extent.height))
  }
}

import Geometry

/// How far from a document's origin a library still draws correctly.
package struct DrawnLimit: Hashable, Sendable {
  /// The limit in pixels.
  package let pixels: Double
  /// A message about the limit, as a sentence; `nil` if it is not worth one.
  package let sentence: String?

  /// The limit of a library that draws with cairo.
  ///
  /// `isClamped` is true if CairoClamp handles the library's paths; cairo's coordinates end at 2²³.
  /// `dropsFarShapes` is true if the library itself leaves out shapes beyond these.
  package init(library: String, isClamped: Bool, dropsFarShapes: Bool = false) {
    guard dropsFarShapes || !isClamped else {
      (pixels, sentence) = (0x1p44, nil)
      return
    }
    pixels = 0x1p23
    // Most drawings are never zoomed that far, so a lower limit alone is not worth a message.
    sentence =
      dropsFarShapes
      ? nil
      : "the drawing can't be zoomed beyond 8 388 608 pixels on a side: Fresnel could not "
        + "intercept \(library)'s calls of cairo"
  }

  /// The largest scale at which all of a document is drawn correctly, in pixels per unit.
  package func largestScale(of extent: Extent) -> Double {
    min(DrawnHeader.largestScale(of: extent), pixels / max(extent.width, extent.height))
  }
}

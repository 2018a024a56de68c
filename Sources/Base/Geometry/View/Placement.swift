/// A scale and an origin, before the picture's edges are snapped.
///
/// Anchors are computed from it, so that zooming in and out returns to the same view although the
/// views between were snapped.
package struct Placement: Hashable, Sendable {
  /// Device pixels per image pixel.
  package var scale: Double
  /// The picture's top left corner in device pixels.
  package var origin: Point

  /// Creates a placement.
  package init(scale: Double, origin: Point) {
    self.scale = scale
    self.origin = origin
  }

  /// Returns the placement at another scale; the image point at the anchor stays.
  package func scaled(to newScale: Double, about anchor: Point) -> Placement {
    if newScale == scale { return self }
    return Placement(
      scale: newScale, origin: anchor - (anchor - origin) * (newScale / scale))
  }
}

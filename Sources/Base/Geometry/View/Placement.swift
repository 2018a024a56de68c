/// A scale and an origin, before the picture's edges are snapped to the view's.
///
/// Anchors are computed from it, so that a zoom in and out again comes back to the same view even
/// though what was shown on the way was snapped.
package struct Placement: Hashable, Sendable {
  /// Device pixels per image pixel.
  package var scale: Double
  /// Where the picture's top left corner lies, in device pixels.
  package var origin: Point

  /// A scale and an origin.
  package init(scale: Double, origin: Point) {
    self.scale = scale
    self.origin = origin
  }

  /// The same picture at another scale, a device point keeping its image point.
  package func scaled(to newScale: Double, about anchor: Point) -> Placement {
    if newScale == scale { return self }
    return Placement(
      scale: newScale, origin: anchor - (anchor - origin) * (newScale / scale))
  }
}

import Geometry

/// A scale and an origin, before the picture's edges are snapped to the view's.
///
/// Anchors are computed from it, so that a zoom in and out again comes back to the same view even
/// though what was shown on the way was snapped.
struct Placement: Hashable, Sendable {
  /// Device pixels per image pixel.
  var scale: Double
  /// Where the picture's top left corner lies, in device pixels.
  var origin: Point

  /// The same picture at another scale, a device point keeping its image point.
  func scaled(to newScale: Double, about anchor: Point) -> Placement {
    if newScale == scale { return self }
    return Placement(
      scale: newScale, origin: anchor - (anchor - origin) * (newScale / scale))
  }
}

extension Viewport {
  /// A moving view of the same picture, placed without any snapping.
  func placed(_ placement: Placement) -> Viewport {
    var view = self
    view.isSettled = false
    view.scale = placement.scale
    view.origin = placement.origin
    return view
  }
}

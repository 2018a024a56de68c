import Geometry

/// Where a picture may lie on one axis, once nobody holds it.
///
/// A picture smaller than the view is centred; a larger one leaves no gap at an edge. So zooming in
/// at a letterbox bar moves into the picture, never into the bar.
enum EdgeSnapping {
  /// How much larger than the view a picture may be and still count as one that fits.
  ///
  /// A picture that fits exactly comes out a rounding error larger or smaller.
  static let tolerance = 0.5

  /// Whether a picture of some extent fits a view while it moves.
  static func fits(_ extent: Double, in view: Double) -> Bool { extent <= view + tolerance }

  /// The origin that a moving picture is shown at.
  static func origin(_ origin: Double, extent: Double, view: Double) -> Double {
    if fits(extent, in: view) { return (view - extent) / 2 }
    return min(0, max(view - extent, origin))
  }

  /// The whole origin that a resting picture of a whole extent is shown at.
  static func settledOrigin(_ origin: Double, extent: Double, view: Double) -> Double {
    let range = settledRange(extent: extent, view: view)
    return min(range.upperBound, max(range.lowerBound, origin.rounded()))
  }

  /// The whole origins between which a picture of a whole extent may rest; one where it fits.
  static func settledRange(extent: Double, view: Double) -> ClosedRange<Double> {
    guard extent > view else {
      let centered = ((view - extent) / 2).rounded(.down)
      return centered...centered
    }
    return (view - extent)...0
  }
}

extension Viewport {
  /// The same view, moving, with its edges where they belong.
  func snapped() -> Viewport {
    var view = self
    view.isSettled = false
    let size = view.shownSize
    view.origin = Point(
      x: EdgeSnapping.origin(origin.x, extent: size.x, view: Double(surface.width)),
      y: EdgeSnapping.origin(origin.y, extent: size.y, view: Double(surface.height)))
    return view
  }

  /// The same view at rest: its edges where they belong, on whole device pixels.
  public func settled() -> Viewport {
    var view = self
    view.isSettled = true
    let size = view.shownSize
    view.origin = Point(
      x: EdgeSnapping.settledOrigin(origin.x, extent: size.x, view: Double(surface.width)),
      y: EdgeSnapping.settledOrigin(origin.y, extent: size.y, view: Double(surface.height)))
    return view
  }

  /// The origins between which the view may rest.
  var settledRanges: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    var view = self
    view.isSettled = true
    let size = view.shownSize
    return (
      EdgeSnapping.settledRange(extent: size.x, view: Double(surface.width)),
      EdgeSnapping.settledRange(extent: size.y, view: Double(surface.height))
    )
  }
}

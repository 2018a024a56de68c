/// Where a picture may lie on one axis, once nobody holds it.
///
/// With the usual policy a picture smaller than the view is centred; a larger one leaves no gap at
/// an edge. So zooming in at a letterbox bar moves into the picture, never into the bar.
package enum EdgeSnapping {
  /// How much larger than the view a picture may be and still count as one that fits.
  ///
  /// A picture that fits exactly comes out a rounding error larger or smaller.
  package static let tolerance = 0.5

  /// Whether a picture of some extent fits a view while it moves.
  package static func fits(_ extent: Double, in view: Double) -> Bool { extent <= view + tolerance }

  /// What stays in the view of a picture that may go anywhere, in device pixels: enough to catch
  /// it.
  package static let graspable = 48.0

  /// The origin that a moving picture is shown at.
  package static func origin(
    _ origin: Double, extent: Double, view: Double, policy: EdgePolicy
  ) -> Double {
    let range: ClosedRange<Double>
    switch policy {
    case .inside:
      if fits(extent, in: view) { return (view - extent) / 2 }
      range = view - extent...0
    case .centered: range = view / 2 - extent...view / 2
    case .free:
      let rest = min(graspable, extent, view)
      range = rest - extent...view - rest
    }
    return min(range.upperBound, max(range.lowerBound, origin))
  }

  /// The whole origin that a resting picture of a whole extent is shown at.
  package static func settledOrigin(
    _ origin: Double, extent: Double, view: Double, policy: EdgePolicy
  ) -> Double {
    let range = settledRange(extent: extent, view: view, policy: policy)
    return min(range.upperBound, max(range.lowerBound, origin.rounded()))
  }

  /// The whole origins between which a picture of a whole extent may rest.
  ///
  /// It is one only where a picture that fits has its place in the middle.
  package static func settledRange(
    extent: Double, view: Double, policy: EdgePolicy
  ) -> ClosedRange<Double> {
    if policy != .inside {
      let lowest = origin(-.infinity, extent: extent, view: view, policy: policy).rounded(.up)
      let highest = origin(.infinity, extent: extent, view: view, policy: policy).rounded(.down)
      return min(lowest, highest)...highest
    }
    guard extent > view else {
      let centered = ((view - extent) / 2).rounded(.down)
      return centered...centered
    }
    return (view - extent)...0
  }
}

extension Viewport {
  /// The same view, moving, with its edges where they belong.
  package func snapped() -> Viewport {
    var view = self
    view.isSettled = false
    let size = view.shownSize
    view.origin = Point(
      x: EdgeSnapping.origin(origin.x, extent: size.x, view: Double(surface.width), policy: edges),
      y: EdgeSnapping.origin(origin.y, extent: size.y, view: Double(surface.height), policy: edges))
    return view
  }

  /// The same view at rest: its edges where they belong, on whole device pixels.
  package func settled() -> Viewport {
    var view = self
    view.isSettled = true
    let size = view.shownSize
    view.origin = Point(
      x: EdgeSnapping.settledOrigin(
        origin.x, extent: size.x, view: Double(surface.width), policy: edges),
      y: EdgeSnapping.settledOrigin(
        origin.y, extent: size.y, view: Double(surface.height), policy: edges))
    return view
  }

  /// The origins between which the view may rest.
  package var settledRanges: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    var view = self
    view.isSettled = true
    let size = view.shownSize
    return (
      EdgeSnapping.settledRange(extent: size.x, view: Double(surface.width), policy: edges),
      EdgeSnapping.settledRange(extent: size.y, view: Double(surface.height), policy: edges)
    )
  }
}

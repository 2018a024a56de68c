/// Where the edges of a released picture may lie on one axis.
///
/// With the default policy a picture smaller than the view is centred, and a larger one leaves no
/// gap at an edge. So zooming in on a letterbox bar moves into the picture, never into the bar.
package enum EdgeSnapping {
  /// The maximum excess over the view's size for a picture that counts as fitting, in device
  /// pixels.
  ///
  /// A picture that fits exactly is larger or smaller by a rounding error.
  package static let tolerance = 0.5

  /// True if a moving picture fits the view on this axis.
  package static func fits(_ extent: Double, in view: Double) -> Bool { extent <= view + tolerance }

  /// Minimum visible strip under `.free`, in device pixels: enough to grab.
  package static let graspable = 48.0

  /// Returns the origin of a moving picture, clamped by a policy.
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

  /// Returns the integral origin of a resting picture of an integral extent.
  package static func settledOrigin(
    _ origin: Double, extent: Double, view: Double, policy: EdgePolicy
  ) -> Double {
    let range = settledRange(extent: extent, view: view, policy: policy)
    return min(range.upperBound, max(range.lowerBound, origin.rounded()))
  }

  /// Returns the range of integral origins for a resting picture of an integral extent.
  ///
  /// It is a single origin only if a picture that fits must be centred.
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
  /// Returns the same view, moving, with its edges snapped.
  package func snapped() -> Viewport {
    var view = self
    view.isSettled = false
    let size = view.shownSize
    view.origin = Point(
      x: EdgeSnapping.origin(origin.x, extent: size.x, view: Double(surface.width), policy: edges),
      y: EdgeSnapping.origin(origin.y, extent: size.y, view: Double(surface.height), policy: edges))
    return view
  }

  /// Returns the same view at rest, with its edges snapped to whole device pixels.
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

  /// The ranges of origins at which the view may rest.
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

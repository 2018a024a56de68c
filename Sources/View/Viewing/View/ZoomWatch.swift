import Zooming

/// Detects when a zoom begins, changes its destination, and ends.
struct ZoomWatch {
  private var scale: Double?
  private var isZooming = false

  /// Compares a controller with the last call, and calls `tell` for each phase that was reached.
  mutating func note(_ zoom: ZoomController?, at now: Double, notify: (ZoomPhase) -> Void) {
    guard let zoom else {
      if isZooming { notify(.ended) }
      self = ZoomWatch()
      return
    }
    let destination = zoom.destination.scale
    let isZooming = zoom.viewport(at: now).scale != destination
    if let scale, scale != destination {
      if !self.isZooming { notify(.began) }
      notify(.changed(to: destination))
      self.isZooming = true
    }
    scale = destination
    if self.isZooming, !isZooming {
      self.isZooming = false
      notify(.ended)
    }
  }
}

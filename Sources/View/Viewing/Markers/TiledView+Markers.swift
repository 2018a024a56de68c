import Geometry
import Markers
import Rendering

/// Markers: what stands at points of the picture, and what is hit of it.
extension TiledView {
  /// The uppermost marker, or markers drawn as one, at a point of the surface, in device pixels.
  ///
  /// With `alpha` only where its bitmap is more opaque than that, from 0 to 255.
  public func markers(at device: Point, alpha: UInt8? = nil, now: Double) -> MarkerHit? {
    guard !markers.isEmpty, let view = zoom?.viewport(at: now) else { return nil }
    let placed = markerBoard.markers(&markers, in: view)
    return markers.hit(device, among: placed, in: view, alpha: alpha)
  }

  /// The markers that are drawn now, the lowest first.
  public func markersShown(now: Double) -> [PlacedMarker] {
    guard !markers.isEmpty, let view = zoom?.viewport(at: now) else { return [] }
    return markerBoard.markers(&markers, in: view)
  }

  /// What a frame of a view shows of markers; nothing where there are none.
  func shownMarkers(in view: Viewport) -> MarkerBoard.Shown {
    guard !markers.isEmpty else { return MarkerBoard.Shown() }
    hasMarkerBoard = true
    return markerBoard.shown(&markers, callout, in: view, scale: input.interfaceScale)
  }
}

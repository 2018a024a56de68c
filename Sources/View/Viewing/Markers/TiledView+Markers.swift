import Geometry
import Markers

/// Markers: hit testing, and texts as markers.
extension TiledView {
  /// Returns the topmost marker or cluster at a point of the surface, in device pixels.
  ///
  /// With `alpha`, from 0 to 255, a hit requires a pixel of the sprite that is more opaque.
  package func markers(at device: Point, alpha: UInt8? = nil, now: Double) -> MarkerHit? {
    guard let view = zoom?.viewport(at: now) else { return nil }
    return markers.hit(device, in: view, alpha: alpha)
  }

  /// Adds a text in a panel to the markers' atlas, anchored at its centre.
  ///
  /// It is transparent until a thread has drawn it; `nil` if there is no room.
  package func addMarkerText(_ text: String) -> SpriteID? {
    markers.add(text, scale: input.interfaceScale)
  }
}

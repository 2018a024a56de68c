import Geometry
import Markers
import Rendering

/// Markers: drawing and hit testing.
extension TiledView {
  /// Returns the topmost marker or cluster at a point of the surface, in device pixels.
  ///
  /// With `alpha`, from 0 to 255, a hit requires a pixel of the sprite that is more opaque.
  package func markers(at device: Point, alpha: UInt8? = nil, now: Double) -> MarkerHit? {
    guard !markers.isEmpty, let view = zoom?.viewport(at: now) else { return nil }
    let placed = markerOverlay.markers(&markers, in: view)
    return markers.hit(device, among: placed, in: view, alpha: alpha)
  }

  /// Adds a text in a panel to the markers' atlas, anchored at its centre.
  ///
  /// It is transparent until a thread has drawn it; `nil` if there is no room.
  package func addMarkerText(_ text: String) -> SpriteID? {
    let size = PixelSize(width: 1, height: 1)
    guard let sprite = markers.atlas.add(size: size, pixels: [0, 0, 0, 0], anchor: .zero) else {
      return nil
    }
    markerOverlay.draw(text, into: sprite, scale: input.interfaceScale)
    return sprite
  }

  /// Removes a bitmap from the markers' atlas, even if its text is still being drawn.
  package func removeMarkerSprite(_ sprite: SpriteID) {
    usedMarkerOverlay?.forget(sprite)
    markers.atlas.remove(sprite)
  }

  /// Returns the markers and the callout for a frame of a view; empty if there are no markers.
  func shownMarkers(in view: Viewport) -> MarkerOverlay.Shown {
    guard !markers.isEmpty else { return MarkerOverlay.Shown() }
    return markerOverlay.shown(&markers, callout, in: view, scale: input.interfaceScale)
  }
}

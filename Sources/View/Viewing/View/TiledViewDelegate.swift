import Geometry
import Gestures
import Markers
import Zooming

/// Receives a view's events, on the view's thread; every method has a default that does nothing.
///
/// It may call the view; changes are visible in the next frame. `now` is in seconds of the view's
/// clock.
package protocol TiledViewDelegate: AnyObject {
  /// Handles a tap or click at a point in image pixels; returns true to prevent the view's own
  /// action.
  func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point, now: Double) -> Bool
  /// Handles a tap or click on a marker or a cluster; returns true to prevent the view's own action
  /// and the call of `tiledView(_:tapped:at:now:)`.
  func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit, now: Double) -> Bool
  /// Returns the delegate that decides which pans move the picture; `nil` lets it handle all of
  /// them.
  func panning(of view: TiledView) -> (any PanningDelegate)?
  /// Handles a pan that the picture gave up at its edge.
  func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double)
  /// Handles a key that no input handler consumed; returns true to keep it from the view.
  func tiledView(_ view: TiledView, pressed key: KeyPress, at now: Double) -> Bool
  /// Handles an event; `now` is in seconds of the clock that is passed to `dispatch(at:)`.
  func tiledView(_ view: TiledView, received event: ViewEvent, at now: Double)
}

extension TiledViewDelegate {
  package func tiledView(
    _ view: TiledView, tapped kind: TapKind, at imagePoint: Point, now: Double
  ) -> Bool { false }
  package func tiledView(
    _ view: TiledView, tapped kind: TapKind, on hit: MarkerHit, now: Double
  ) -> Bool { false }
  package func panning(of view: TiledView) -> (any PanningDelegate)? { nil }
  package func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double) {}
  package func tiledView(_ view: TiledView, pressed key: KeyPress, at now: Double) -> Bool { false }
  package func tiledView(_ view: TiledView, received event: ViewEvent, at now: Double) {}
}

import Geometry
import Gestures
import Markers
import Viewing
import Zooming

/// Receives a view's events, on the view's thread, while `dispatch()` runs.
///
/// Every method has a default that does nothing. The methods may call the view, and close it. `now`
/// is in seconds of the view's clock.
public protocol FresnelViewDelegate: AnyObject {
  /// Called for a tap or click (not a drag) at a point of the picture; return true to replace the
  /// view's reaction.
  func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, at point: PicturePoint, now: Double
  ) -> Bool
  /// Called for a tap or click on a marker or a cluster; return true to replace the view's reaction
  /// and the call for the tap itself.
  func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, on hit: MarkerHit, now: Double
  ) -> Bool
  /// Returns the object that decides which pans move the picture; `nil` leaves all to it.
  func panning(of view: FresnelView) -> (any PanningDelegate)?
  /// Called for a pan that the picture has passed on at its edge.
  func fresnelView(_ view: FresnelView, offers pan: OfferedPan, at now: Double)
  /// Called for every other event.
  func fresnelView(_ view: FresnelView, received event: ViewEvent, at now: Double)
  /// Called for a key press while the view has the focus; return true to keep it from the view.
  func fresnelView(_ view: FresnelView, pressed key: KeyPress, at now: Double) -> Bool
  /// Called when the user closes the view's own window; return false to keep it open.
  func fresnelViewShouldClose(_ view: FresnelView) -> Bool
  /// Called when the view has ended; no calls follow.
  func fresnelView(_ view: FresnelView, ended ending: ViewEnding)
}

extension FresnelViewDelegate {
  /// Leaves every tap to the view; `now` is in seconds.
  public func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, at point: PicturePoint, now: Double
  ) -> Bool { false }

  /// Treats a tap on a marker like any other; `now` is in seconds.
  public func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, on hit: MarkerHit, now: Double
  ) -> Bool { false }

  /// Leaves every pan to the picture.
  public func panning(of view: FresnelView) -> (any PanningDelegate)? { nil }

  /// Ignores the pan; `now` is in seconds.
  public func fresnelView(_ view: FresnelView, offers pan: OfferedPan, at now: Double) {}

  /// Does nothing; `now` is in seconds.
  public func fresnelView(_ view: FresnelView, received event: ViewEvent, at now: Double) {}

  /// Leaves every key to the view; `now` is in seconds.
  public func fresnelView(_ view: FresnelView, pressed key: KeyPress, at now: Double) -> Bool {
    false
  }

  /// Allows the window to close.
  public func fresnelViewShouldClose(_ view: FresnelView) -> Bool { true }

  /// Does nothing.
  public func fresnelView(_ view: FresnelView, ended ending: ViewEnding) {}
}

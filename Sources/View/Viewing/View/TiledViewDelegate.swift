import Geometry
import Gestures
import Markers
import Zooming

/// Is told what happens in a view, on the view's thread; every method has a default that does
/// nothing.
///
/// It may call the view back: what it changes is seen in the next frame.
package protocol TiledViewDelegate: AnyObject {
  /// A tap or click that is no drag, at a point in image pixels; true takes the place of what
  /// the view would do.
  func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point) -> Bool
  /// A tap or click on a marker, or on several drawn as one; true takes the place of what the view
  /// would do, and of being told of the tap itself.
  func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit) -> Bool
  /// Whoever decides where a pan is the picture's own; `nil` leaves all pans to it.
  func panning(of view: TiledView) -> (any PanningDelegate)?
  /// A pan that the picture has given away at its edge; `now` is in seconds of the view's clock.
  func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double)
  /// A key that no input handler took; true keeps it from the view.
  func tiledView(_ view: TiledView, pressed key: KeyPress) -> Bool
  /// Something has happened; `now` is in seconds of the clock that the view is dispatched with.
  func tiledView(_ view: TiledView, told event: ViewEvent, at now: Double)
}

extension TiledViewDelegate {
  package func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point) -> Bool {
    false
  }
  package func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit) -> Bool {
    false
  }
  package func panning(of view: TiledView) -> (any PanningDelegate)? { nil }
  package func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double) {}
  package func tiledView(_ view: TiledView, pressed key: KeyPress) -> Bool { false }
  package func tiledView(_ view: TiledView, told event: ViewEvent, at now: Double) {}
}

/// A tap, or a click of a pointer that was no drag.
public enum TapKind: Hashable, Sendable {
  /// One.
  case single
  /// Two in quick succession; the first has been told as a single one.
  case double
  /// One of two fingers.
  case twoFinger
  /// A click of the right button, told when it goes down; the view does nothing for it.
  case secondary
  /// A click of the middle button; the view does nothing for it.
  case middle
  /// A finger that rests for as long as `GesturePreferences.longPress` says, told while it is still
  /// there; the view does nothing for it.
  case long
}

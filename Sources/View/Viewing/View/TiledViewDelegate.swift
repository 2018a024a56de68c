import Geometry
import Markers
import Zooming

/// Is told what happens in a view, on the view's thread; every method has a default that does
/// nothing.
///
/// It may call the view back: what it changes is seen in the next frame.
public protocol TiledViewDelegate: AnyObject {
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
  /// Something has happened; `now` is in seconds of the clock that the view is dispatched with.
  func tiledView(_ view: TiledView, told event: ViewEvent, at now: Double)
}

extension TiledViewDelegate {
  /// Leaves every tap, at a point in image pixels, to the view.
  public func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point) -> Bool {
    false
  }

  /// Takes a tap on a marker for any other.
  public func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit) -> Bool {
    false
  }

  /// Leaves every pan to the picture.
  public func panning(of view: TiledView) -> (any PanningDelegate)? { nil }

  /// Leaves the picture at its edge; `now` is in seconds.
  public func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double) {}

  /// Does nothing; `now` is in seconds.
  public func tiledView(_ view: TiledView, told event: ViewEvent, at now: Double) {}
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

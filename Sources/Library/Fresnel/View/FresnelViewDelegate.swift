import Geometry
import Gestures
import Markers
import Viewing
import Zooming

/// Is told what happens to a view and in it, on the view's thread, while `dispatch()` runs.
///
/// Every method has a default that does nothing. It may call the view back, and close it.
public protocol FresnelViewDelegate: AnyObject {
  /// A tap or click that is no drag, at a point in image pixels; true takes the place of what
  /// the view would do.
  func fresnelView(_ view: FresnelView, tapped kind: TapKind, at imagePoint: Point) -> Bool
  /// A tap or click on a marker, or on several drawn as one; true takes the place of what the view
  /// would do, and of being told of the tap itself.
  func fresnelView(_ view: FresnelView, tapped kind: TapKind, on hit: MarkerHit) -> Bool
  /// Whoever decides where a pan is the picture's own; `nil` leaves all pans to it.
  func panning(of view: FresnelView) -> (any PanningDelegate)?
  /// A pan that the picture has given away at its edge.
  func fresnelView(_ view: FresnelView, offers pan: OfferedPan)
  /// Something has happened; `now` is in seconds of the view's clock.
  func fresnelView(_ view: FresnelView, told event: ViewEvent, at now: Double)
  /// A key was pressed while the view has the keyboard; true keeps it from the view.
  func fresnelView(_ view: FresnelView, pressed key: KeyPress) -> Bool
  /// The user asks to close the view's own window; false keeps it open.
  func fresnelViewShouldClose(_ view: FresnelView) -> Bool
  /// The view has ended, and tells nothing more.
  func fresnelView(_ view: FresnelView, ended ending: ViewEnding)
}

extension FresnelViewDelegate {
  /// Leaves every tap, at a point in image pixels, to the view.
  public func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, at imagePoint: Point
  ) -> Bool { false }

  /// Takes a tap on a marker for any other.
  public func fresnelView(_ view: FresnelView, tapped kind: TapKind, on hit: MarkerHit) -> Bool {
    false
  }

  /// Leaves every pan to the picture.
  public func panning(of view: FresnelView) -> (any PanningDelegate)? { nil }

  /// Leaves the picture at its edge.
  public func fresnelView(_ view: FresnelView, offers pan: OfferedPan) {}

  /// Does nothing; `now` is in seconds.
  public func fresnelView(_ view: FresnelView, told event: ViewEvent, at now: Double) {}

  /// Leaves every key to the view.
  public func fresnelView(_ view: FresnelView, pressed key: KeyPress) -> Bool { false }

  /// Lets the window be closed.
  public func fresnelViewShouldClose(_ view: FresnelView) -> Bool { true }

  /// Does nothing.
  public func fresnelView(_ view: FresnelView, ended ending: ViewEnding) {}
}

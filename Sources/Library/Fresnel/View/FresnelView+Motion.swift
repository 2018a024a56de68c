import Geometry
import Viewing
import Zooming

/// Going somewhere, and where things are; at the view's own clock.
extension FresnelView {
  /// Goes to a scale, 1 being 100 %, with a point of the picture in the middle; without one the
  /// middle stays.
  public func zoom(to scale: Double, center: Point? = nil, animated: Bool = true) {
    tiles.zoom(to: scale, center: center, animated: animated, now: now)
  }

  /// Shows an area of the picture, in its own units, as large as the surface allows.
  public func fit(_ area: Rect, animated: Bool = true) {
    tiles.fit(area, animated: animated, now: now)
  }

  /// Shows the whole picture, never enlarged.
  public func fit(animated: Bool = true) { tiles.fit(animated: animated, now: now) }

  /// Does what keys and menus ask of a view.
  public func perform(_ command: ZoomCommand) {
    changeView { $0.perform(command, at: now) }
  }

  /// Changes where the view is, as a key does.
  public func changeView(_ change: (inout ZoomController) -> Void) {
    tiles.changeView(at: now, change)
    setNeedsDispatch()
  }

  /// The point of the picture, in its own units, that is drawn at a point of the surface.
  public func imagePoint(at device: Point) -> Point {
    tiles.imagePoint(at: device, now: now)
  }

  /// Where a point of the picture, in its own units, is drawn on the surface.
  public func devicePoint(of image: Point) -> Point {
    tiles.devicePoint(of: image, now: now)
  }

  /// The area of the picture that the surface shows, in its own units; `nil` while nothing is
  /// shown.
  public var visibleArea: Rect? { tiles.visibleArea(at: now) }

  /// Whether nothing moves, nothing is wanted of any source, and every frame has been shown.
  public var isAtRest: Bool { awaited == nil && tiles.isAtRest(at: now) }
}

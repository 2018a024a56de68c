import Geometry
import Viewing
import Zooming

/// Going somewhere, where things are, and playing; at the view's own clock.
extension FresnelView {
  /// Goes to a scale, 1 being 100 %, with a point of the picture in the middle; without one the
  /// middle stays.
  public func zoom(to scale: Double, center: Point? = nil, animated: Bool = true) {
    change { $0.zoom(to: scale, center: center, animated: animated, now: $1) }
  }

  /// Shows an area of the picture, in its own units, as large as the surface allows.
  public func fit(_ area: Rect, animated: Bool = true) {
    change { $0.fit(area, animated: animated, now: $1) }
  }

  /// Shows the whole picture, never enlarged.
  public func fit(animated: Bool = true) { change { $0.fit(animated: animated, now: $1) } }

  /// Does what keys and menus ask of a view.
  public func perform(_ command: ZoomCommand) { change { $0.perform(command, at: $1) } }

  /// Changes where the view is, as a key does.
  public func changeView(_ body: (inout ZoomController) -> Void) {
    change { $0.changeView(at: $1, body) }
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

  // MARK: Playing

  /// How what is shown plays; `nil` of what stands still.
  public var playback: Playback? { tiles.playback }

  /// Plays, or stops at the frame that is shown; what is over begins again.
  public func togglePlaying() { change { $0.togglePlaying(now: $1) } }

  /// Shows another frame, so many further or back, and stops there.
  public func stepFrame(by offset: Int) { change { $0.stepFrame(by: offset, now: $1) } }

  /// Goes to a part of the run, from 0 to 1; what plays plays on from there.
  public func seek(to part: Double) { change { $0.seek(to: part, now: $1) } }

  /// Plays so many of `Playback.speeds` faster or slower.
  public func changeSpeed(by steps: Int) { change { $0.changeSpeed(by: steps, now: $1) } }
}

import Geometry
import Viewing
import Zooming

/// Navigation, coordinates and playback, by the view's own clock.
extension FresnelView {
  /// Zooms to a scale, 1 being 100 %, and centres a point of the picture; without one the centre
  /// stays.
  ///
  /// `completion` is called once, inside `dispatch()`: with true at the motion's destination, with
  /// false if another motion came first or nothing is shown.
  public func zoom(
    to scale: Double, center: PicturePoint? = nil, animated: Bool = true,
    completion: ((_ hasArrived: Bool) -> Void)? = nil
  ) {
    move(completion) { $0.zoom(to: scale, center: center?.point, animated: animated, now: $1) }
  }

  /// Shows an area of the picture, in its own units, as large as the surface allows.
  ///
  /// `completion` is called as that of `zoom(to:center:animated:completion:)` is.
  public func fit(
    _ area: Rect, animated: Bool = true, completion: ((_ hasArrived: Bool) -> Void)? = nil
  ) {
    move(completion) { $0.fit(area, animated: animated, now: $1) }
  }

  /// Shows the whole picture, never enlarged.
  ///
  /// `completion` is called as that of `zoom(to:center:animated:completion:)` is.
  public func fit(animated: Bool = true, completion: ((_ hasArrived: Bool) -> Void)? = nil) {
    move(completion) { $0.fit(animated: animated, now: $1) }
  }

  private func move(
    _ completion: ViewCompletions.Motion?, _ body: (TiledView, _ now: Double) -> Void
  ) {
    guard ending == nil else {
      completion?(false)
      return
    }
    change(body)
    completions.add(completion, of: zoom?.destination)
  }

  /// Performs a command from a key or a menu.
  public func perform(_ command: ZoomCommand) { change { $0.perform(command, at: $1) } }

  /// Changes the view as a key does.
  public func changeView(_ body: (inout ZoomController) -> Void) {
    change { view, _ in view.changeView(body) }
  }

  /// Returns the point of the picture that is drawn at a point of the surface.
  public func picturePoint(at point: SurfacePoint) -> PicturePoint {
    PicturePoint(tiles.imagePoint(at: point.point, now: now))
  }

  /// Returns the point of the surface at which a point of the picture is drawn.
  public func surfacePoint(of point: PicturePoint) -> SurfacePoint {
    SurfacePoint(tiles.devicePoint(of: point.point, now: now))
  }

  /// The last position of the pointer over the view; `nil` before the first one.
  public var pointer: SurfacePoint? { tiles.pointer.map { SurfacePoint($0) } }

  /// The visible area of the picture, in its own units; `nil` while nothing is shown.
  public var visibleArea: Rect? { tiles.visibleArea(at: now) }

  /// True if nothing moves, no tile is wanted, and every frame is on the screen.
  public var isAtRest: Bool { pending == nil && tiles.isAtRest(at: now) }

  // MARK: Playing

  /// The playback of the shown animation; `nil` for still pictures.
  public var playback: Playback? { tiles.playback }

  /// Starts or stops playback at the current frame; a finished animation restarts.
  public func togglePlaying() { change { $0.togglePlaying(now: $1) } }

  /// Shows the frame `offset` frames further or back, and stops playback.
  public func stepFrame(by offset: Int) { change { $0.stepFrame(by: offset, now: $1) } }

  /// Seeks to a fraction of the animation, from 0 to 1; playback continues from there.
  public func seek(to part: Double) { change { $0.seek(to: part, now: $1) } }

  /// Changes the speed by `steps` positions in `Playback.speeds`.
  public func changeSpeed(by steps: Int) { change { $0.changeSpeed(by: steps, now: $1) } }
}

import Geometry
import Rendering
import Tiles
import Zooming

/// Frames: what they show, and when.
extension TiledView {
  /// True if a frame may be shown: it must not be blank in place of a picture.
  var canPresent: Bool {
    if let shown { return sources[shown]?.isDrawable == true && zoom != nil }
    return showsBackdrop
  }

  /// Returns true if the next frame would differ without further input; `now` is in seconds of the
  /// view's clock.
  ///
  /// Frames are drawn ahead of time, so a motion is over once its last frame has been drawn.
  package func isMoving(at now: Double) -> Bool {
    let moment = frames.moment(now)
    return zoom?.isMoving(at: moment) == true || transition?.isMoving(at: moment) == true
  }

  /// The newest submitted frame.
  package var newestFrame: Frame? { frames.newest }
  /// The numbers of the newest submitted frame and of the newest one that was shown.
  package var frameNumbers: (made: UInt64, shown: UInt64) { frames.numbers }

  /// Returns the time at which input takes effect: not before the newest frame's own time.
  ///
  /// Times are seconds of the view's clock.
  package func moment(_ now: Double) -> Double { frames.moment(now) }

  /// Submits a new frame if the screen has to change.
  func updateFrame(at now: Double) {
    guard isVisible, canPresent, !surface.isEmpty else {
      frames.changedNothing()
      return
    }
    guard renderer.takesFrames else { return }
    let time = frames.time(at: now)
    let moves = isMoving(at: time)
    let composed = compose(at: time)
    guard
      let frame = frames.next(
        composed, moves: moves, isComplete: isShownComplete && sources.areComplete(layers), at: now)
    else { return }
    // Drivers start with the first complete frame, and need not wait for its layers.
    guard renderer.show(frame, isComplete: isShownComplete) else {
      frames.note(.redraw)
      return
    }
    frames.submitted(frame, moves: moves)
  }

  private var isShownComplete: Bool { sources[shown]?.isComplete ?? true }

  /// Returns the checkerboard behind a source; a plain colour is one with two equal fields.
  private func checker(behind info: SourceInfo) -> Backdrop.Checker? {
    guard let color = settings.drawingBackground, isDrawn(info) else {
      return settings.backdrop.checker
    }
    return Backdrop.Checker(first: color, second: color, edge: 8)
  }

  private func compose(at time: Double) -> Frame {
    var frame = compose(shown, through: zoom, at: time)
    drawParts(into: &frame)
    return frame
  }

  /// Returns the frame of a source through a controller, at a time in seconds of the view's clock.
  func compose(_ shown: SourceID?, through zoom: ZoomController?, at time: Double) -> Frame {
    let shares = frames.shares(at: time)
    var composer = FrameComposer(
      surface: surface, backdrop: settings.backdrop, magnification: settings.magnification,
      toning: settings.toning,
      overlays: overlays, filters: renderer.drawsFilters ? filters : .init(),
      split: renderer.drawsFilters ? split : nil, fades: shares)
    if let shown, let info = sources[shown]?.info, let zoom {
      composer.base = FrameComposer.Layer(
        source: shown, pictureFrame: sources[shown]?.drawnFrame ?? FrameVersion(),
        viewport: zoom.viewport(at: time), levels: info.levels,
        hasAlpha: info.hasAlpha, light: sources[shown]?.drawnLight ?? PictureLight(info))
      composer.backdrop.checker = checker(behind: info)
      composer.filtersBase = filtersBase
      composer.over = sources.frameLayers(of: layers)
    }
    if let transition {
      composer.offset = transition.offset(at: time)
      if let beside = transition.beside(at: time), let info = sources[beside.source]?.info {
        composer.beside = FrameComposer.Layer(
          source: beside.source, pictureFrame: sources[beside.source]?.drawnFrame ?? FrameVersion(),
          viewport: beside.viewport, levels: info.levels,
          hasAlpha: info.hasAlpha,
          light: sources[beside.source]?.drawnLight ?? PictureLight(info))
      }
    }
    var frame = composer.frame()
    guard frame.picture != nil else { return frame }
    let shown = markers.shown(in: frame.viewport, scale: input.interfaceScale)
    frame.sprites = shown.sprites
    frame.overlays = shown.callout + frame.overlays
    return frame
  }

  /// Reports once for each view that it is at rest and has all its tiles.
  func noteRest(at now: Double) {
    guard let shown, let loader = sources[shown], let frame = frames.newest, transition == nil,
      frame.picture == shown, frame.viewport.isSettled, loader.isComplete,
      frame.viewport == zoom?.viewport(at: now), !isMoving(at: now), sources.areComplete(layers)
    else { return }
    if frames.settles() { notify(.settled) }
  }
}

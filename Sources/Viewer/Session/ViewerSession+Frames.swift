import Decoding
import DecoderProtocol
import Geometry
import Rendering
import Tiling
import Windowing
import Zooming

/// Frames and plans: what the view needs, and what it shows.
extension ViewerSession {
  /// Asks the current and the coming picture's decoders for what their views lack.
  func updatePlans(at now: Double) {
    if let current, let zoom, current.error == nil {
      update(current, destination: zoom.destination, view: zoom.viewport(at: now), at: now)
    }
    for picture in [pending].compactMap({ $0 }) + neighbours where picture.error == nil {
      guard let view = fitView(of: picture) else { continue }
      update(picture, destination: view, view: view, at: now)
    }
    takePendingIfReady(at: now)
    openNeighboursIfIdle(at: now)
  }

  /// The view in which a picture that is not on the screen yet will start.
  private func fitView(of picture: OpenPicture) -> Viewport? {
    guard let info = picture.info, !surface.isEmpty else { return nil }
    return ZoomController(surface: surface, picture: info.size).destination
  }

  private func update(
    _ picture: OpenPicture, destination: Viewport, view: Viewport, at now: Double
  ) {
    guard let info = picture.info, isVisible else { return }
    let plan = TilePlanner(info: info, destination: destination, view: view, focus: pointer)
      .plan(resident: picture.resident)
    let gone = picture.resident.keys.filter { !plan.kept.contains($0) }
    if !gone.isEmpty {
      for key in gone { picture.resident[key] = nil }
      renderer.retain(plan.kept, of: picture.id)
    }
    guard plan.wanted != picture.plan.wanted else { return }
    picture.plan = plan
    if plan.wanted.isEmpty {
      picture.progress = nil
    } else {
      picture.progress = (picture.progress?.fraction ?? 0, now)
      startProcess(of: picture, at: now)
    }
    if picture.hasProcess { scheduler.update(picture.id, plan: plan, now: now) }
  }

  /// Whether the next frame is due later than now.
  func isWaitingForFrameTime(at now: Double) -> Bool {
    guard let zoom, presentedNumber == frameNumber else { return false }
    return zoom.isMoving(at: now)
  }

  /// Gives the renderer a new frame where the picture on the screen has to change.
  ///
  /// A frame for an input is handed over at once; the frames of an animation follow each other at
  /// the display's pace, each after the one before has been shown.
  func updateFrame(at now: Double) {
    guard isMapped, isVisible, canPresent else { return }
    var frame = Frame(
      number: frameNumber + 1, picture: nil,
      viewport: Viewport(
        surface: surface, picture: PixelSize(width: 1, height: 1), scale: 1, origin: .zero,
        isSettled: true),
      magnification: magnification, backdrop: settings.backdrop,
      overlays: overlays.overlays(on: surface))
    if let current, current.error == nil, let zoom {
      frame.picture = current.id
      frame.viewport = zoom.viewport(at: now)
    }
    if !needsRedraw, let lastFrame, frame.shows(sameAs: lastFrame) {
      countView(frame)
      return
    }
    if !needsRedraw, let zoom, zoom.isMoving(at: now) {
      let isBusy = presentedNumber < frameNumber
      guard !isBusy, now >= lastFrameTime + window.frameInterval else {
        if !hasNewInput { return }
        show(frame, at: now)
        return
      }
    }
    show(frame, at: now)
  }

  private func show(_ frame: Frame, at now: Double) {
    frameNumber = frame.number
    lastFrame = frame
    lastFrameTime = now
    needsRedraw = false
    hasNewInput = false
    renderer.show(frame)
    for id in retiredOverlays { renderer.setOverlay(id, bitmap: nil) }
    retiredOverlays.removeAll()
  }

  /// Counts the pixels of a settled view once, when it is on the screen and complete.
  private func countView(_ frame: Frame) {
    guard frame.viewport.isSettled, let current, current.plan.wanted.isEmpty,
      frame.viewport != lastCountedView
    else { return }
    lastCountedView = frame.viewport
    statistics.displayedPixels += frame.viewport.displayedPixels
  }

  /// Takes what the renderer reports.
  func handle(_ event: RenderEvent, at now: Double) {
    switch event {
    case .started: isRendererReady = true
    case .unavailable(let sentence): failRendering(sentence)
    case .resident(let tile): receiveResident(tile)
    case .presented(let number, let size, let time, let milliseconds):
      presentedNumber = max(presentedNumber, number)
      statistics.addFrame(milliseconds: milliseconds)
      if statistics.firstFrameMilliseconds == nil, lastFrame?.picture != nil {
        statistics.firstFrameMilliseconds = (time - startTime) * 1000
      }
      finishFirstPaint()
      if size == surface { window.acknowledgeSync() }
    case .contextLost:
      // Every texture is gone: ask for all tiles again, as if none had ever come.
      for picture in [current, pending].compactMap({ $0 }) + neighbours {
        picture.resident.removeAll()
        picture.plan = TilePlan()
      }
      needsRedraw = true
    }
  }

  private func receiveResident(_ tile: DecodedTile) {
    scheduler.release(tile)
    guard let picture = openPicture(tile.picture) else {
      renderer.drop(tile.picture)
      return
    }
    picture.resident[tile.key] = max(picture.resident[tile.key] ?? .preview, tile.quality)
    if picture === current { needsRedraw = true }
  }
}

import DecoderProtocol
import Decoding
import Geometry
import Platform
import Rendering
import Tiles
import Tiling
import ViewGeometry
import Windowing
import Zooming

/// Frames and plans: what the view needs, and what it shows.
extension ViewerSession {
  /// Asks the current and the coming picture's decoders for what their views lack.
  func updatePlans(at now: Double) {
    guard !surface.isEmpty else { return }
    if let current, let zoom, current.error == nil {
      noteDestination(zoom.destination, at: now)
      update(
        current, destination: zoom.destination, view: zoom.viewport(at: now),
        interest: isVisible ? .view : .fitOnly, motion: motion(of: current, at: now),
        budget: memoryBudget.tiles(beside: bytesBesideView), at: now)
      if !current.isDrawable, let levels = current.info?.levels,
        current.covers(levels.fitLevel(of: zoom.destination))
      {
        current.isDrawable = true
        needsRedraw = true
      }
    }
    if let pending, let info = pending.info, isMapped, pending.error == nil {
      let view = firstView(of: info).destination
      update(pending, destination: view, view: view, interest: .view, at: now)
    }
    // What slides out keeps what it is drawn from until it is out.
    for picture in neighbours where picture.error == nil && picture !== leaving?.picture {
      guard let info = picture.info else { continue }
      let view = ZoomController(surface: surface, picture: info.size).destination
      update(picture, destination: view, view: view, interest: .fitOnly, at: now)
    }
    takePendingIfReady(at: now)
    openNeighboursIfIdle(at: now)
    noteMemory()
  }

  /// How far filters look beyond a view at a zoom, in device pixels.
  private func margin(zoom: Double) -> Int { filtering.margin(zoom: zoom) }

  private func update(
    _ picture: OpenPicture, destination: Viewport, view: Viewport,
    interest: TilePlanner.Interest, motion: TilePlanner.Motion? = nil, budget: Int? = nil,
    at now: Double
  ) {
    guard let info = picture.info else { return }
    let plan = TilePlanner(info: info).plan(
      destination: destination, current: view, resident: picture.residency.tiles, focus: pointer,
      interest: interest,
      access: scheduler.access(to: picture.id),
      motion: motion, heading: heading.direction, margin: margin(zoom: destination.scale),
      isFading: picture === current && !fades.isEmpty, budget: budget)
    if picture.residency.tiles.keys.contains(where: { !plan.kept.contains($0) }) {
      // What is wanted may be in the renderer already, its report still on the way: it must stay.
      let keys = plan.kept.union((plan.wanted + plan.ahead).map(\.key))
      lastRetain += 1
      picture.residency.retain(keys, number: lastRetain)
      renderer.retain(keys, of: picture.id, number: lastRetain)
      picture.arrivals = picture.arrivals.filter { keys.contains($0.key) }
    }
    guard plan.wanted != picture.plan.wanted || plan.ahead != picture.plan.ahead else { return }
    let hadWork = !picture.plan.wanted.isEmpty
    picture.plan = plan
    if plan.wanted.isEmpty {
      picture.progress = nil
      picture.lacksSince = nil
    } else if !hadWork {
      picture.progress = (0, now)
      picture.lacksSince = now
    }
    // What only stands in for something has to wait for a slot: it is not worth a larger arena.
    let levels = [info.levels.fitLevel(of: destination), info.levels.exactLevel(of: destination)]
    let lacked = plan.wanted.count { $0.quality == .exact && levels.contains($0.key.level) }
    let demand = SourceDemand(
      surface: surface, margin: margin(zoom: destination.scale),
      interest: picture === current ? .view : interest, lackedTiles: lacked)
    scheduler.update(picture.id, plan: plan, for: demand, now: now)
  }

  /// Opens a picture: starts its decoder.
  func startProcess(of picture: OpenPicture, isNeighbour: Bool, at now: Double) {
    Self.startProcess(
      of: picture, surface: surface, profile: displayProfile,
      shape: settings.tileShape, scheduler: scheduler, interest: isNeighbour ? .fitOnly : .view,
      at: now)
  }

  /// Opens a picture for a surface that may not be there yet.
  static func startProcess(
    of picture: OpenPicture, surface: PixelSize, profile: [UInt8], shape: TileShape,
    scheduler: DecodeSchedulers, interest: TilePlanner.Interest = .view, at now: Double
  ) {
    let file = picture.file
    scheduler.open(
      picture.id, file: { try? file.descriptor() }, format: file.format, frame: picture.frame,
      surface: surface, interest: interest, shape: shape, displayProfile: profile,
      byteCount: file.byteCount, now: now)
  }

  /// Whether a frame is to be drawn that is not due yet.
  func isWaitingForFrameTime(at now: Double) -> Bool {
    // A frame that can't be shown now is not waited for: what makes it visible wakes the window.
    guard presentedNumber == frameNumber, isMapped, isVisible, canPresent else { return false }
    return hasNewTiles || !fades.isEmpty || isMoving(at: frameClock.moment(now))
  }

  /// Whether the next frame differs though nothing arrives.
  private func isMoving(at now: Double) -> Bool {
    zoom?.isMoving(at: now) == true || slide?.isMoving(at: now) == true
  }

  /// Gives the renderer a new frame where the picture on the screen has to change.
  ///
  /// A frame for an input, and the one that completes a view, is handed over at once. Those of an
  /// animation, and those that show tiles as they come, follow each other at the display's pace, each
  /// after the one before has been shown: drawing must not take the processors from decoding.
  func updateFrame(at now: Double) {
    if notices.takeChange() { needsRedraw = true }
    guard isMapped, isVisible, canPresent else { return statistics.ledger.inputChangedNothing() }
    let time = frameClock.time(at: now)
    var frame = Frame(
      number: frameNumber + 1, picture: nil,
      viewport: Viewport(
        surface: surface, picture: PixelSize(width: 1, height: 1), scale: 1, origin: .zero,
        isSettled: true),
      magnification: magnification, backdrop: settings.backdrop,
      overlays: notices.overlays)
    if let current, let zoom {
      frame.picture = current.id
      frame.viewport = zoom.viewport(at: time)
      frame.levels = current.info?.levels
      frame.filters = filtering.drawnChain
      frame.split = filtering.drawnSplit
      frame.fades = fades.shares(at: time)
      // Nothing shines through an opaque picture, and its frames are cheaper without the check.
      if current.info?.hasAlpha == false { frame.backdrop.checker = nil }
    }
    addSlide(to: &frame, at: time)
    frame.number = lastFrame?.number ?? 0
    let isComplete = current?.plan.wanted.isEmpty ?? true
    if !needsRedraw, !hasNewTiles, frame == lastFrame {
      statistics.ledger.inputChangedNothing()
      // It moves, but by less than can be seen: it is looked at again with the next frame.
      if isMoving(at: time) {
        frameClock.begun(at: now, for: time)
        statistics.ledger.stoodStill()
      }
      if isComplete { countView(frame) }
      return
    }
    let isMoving = isMoving(at: time)
    let isFading = !frame.fades.isEmpty && !hasNewTiles
    if !needsRedraw, !hasNewInput, isMoving || !isComplete || isFading {
      if presentedNumber < frameNumber || now < frameClock.nextStart { return }
    }
    frame.number = frameNumber + 1
    show(frame, at: now)
  }

  private func show(_ frame: Frame, at now: Double) {
    frameNumber = frame.number
    lastFrame = frame
    filtering.noteFrame(frame.number, frame.filters)
    let time = frameClock.time(at: now)
    frameClock.begun(at: now, for: time)
    statistics.ledger.frameMade(frame.number, moves: isMoving(at: time))
    needsRedraw = false
    hasNewTiles = false
    hasNewInput = false
    renderer.show(frame)
    notices.frameGiven()
  }

  /// Counts the pixels of a settled view once, when it is on the screen and complete.
  private func countView(_ frame: Frame) {
    guard slide == nil, frame.viewport.isSettled, frame.picture != nil,
      frame.viewport != lastCountedView
    else {
      return
    }
    lastCountedView = frame.viewport
    guard let levels = frame.levels else { return }
    statistics.displayedPixels += frame.viewport.displayedPixels(of: levels)
  }

  /// Takes what the renderer reports.
  func handle(_ event: RenderEvent, at now: Double) {
    switch event {
    case .started:
      isRendererReady = true
      skipFirstPaint()
    case .unavailable(let sentence):
      StandardError.write(sentence)
      isWithoutGL = true
      perform(filtering.noteMissingGL(), at: now)
    case .resident(let tile, let number): receiveResident(tile, after: number, at: now)
    case .discarded(let tile): if !firstPaint.keeps(tile) { scheduler.release(tile) }
    case .presented(let presentation): receive(presentation)
    case .filtersRefused(let problem, let frame):
      perform(filtering.refuse(problem, frame: frame), at: now)
    case .contextLost:
      // Every texture is gone: ask for all tiles again, as if none had ever come. The screen keeps
      // what it shows until they are back.
      for picture in [current, pending].compactMap({ $0 }) + neighbours {
        picture.residency.removeAll()
        picture.plan = TilePlan()
        picture.isDrawable = false
      }
      fades.end()
      notices.bitmapsLost()
      needsRedraw = true
      perform(filtering.noteContextLoss(), at: now)
    }
  }

  private func receive(_ presentation: Presentation) {
    presentedNumber = max(presentedNumber, presentation.frame)
    statistics.addFrame(milliseconds: presentation.milliseconds)
    statistics.ledger.frameShown(presentation.frame, at: presentation.time)
    frameClock.shown(at: presentation.time, drawing: presentation.milliseconds / 1000)
    if statistics.firstFrameMilliseconds == nil, lastFrame?.picture != nil {
      statistics.firstFrameMilliseconds = (presentation.time - startTime) * 1000
    }
    endFirstPaint()
    if presentation.surface == surface { window.acknowledgeSync() }
  }

  private func receiveResident(_ tile: Tile, after number: UInt64, at now: Double) {
    if !firstPaint.keeps(tile) { scheduler.release(tile) }
    needsTrim = true
    guard let picture = openPicture(tile.source) else {
      renderer.drop(tile.source)
      return
    }
    let isThere = picture.residency.receive(tile.key, tile.quality, after: number)
    if isThere { picture.arrivals[tile.key] = now }
    guard isThere, picture === current, let view = zoom?.viewport(at: now) else { return }
    // What was made ahead of need is not seen, and a frame of it would be the last one again.
    let seen = view.visibleTiles(of: tile.key.level, margin: margin(zoom: view.scale))
    guard seen.contains(tile.key) else { return }
    hasNewTiles = true
    // The whole picture comes at once, as it did the first time; what is finer takes its place gently.
    let hasBeenSeen = lastFrame?.picture == picture.id && presentedNumber > 0
    if hasBeenSeen, !isWithoutGL, tile.key.level != picture.info?.levels.fitLevel(of: view) {
      fades.begin(tile.key, at: now)
    }
  }
}

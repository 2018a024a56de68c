import Geometry
import Gestures
import Platform
import Text
import Tiles
import Viewing
import Windowing

/// A round of the loop: events in, the view and the texts brought up to the moment.
extension ViewerParts {
  /// Begins with the filters that are set, and lets the renderer wait for the first picture.
  func begin(hasAlbum: Bool, at now: Double) {
    perform(filtering.begin(settings), at: now)
    perform(filtering.setDisplayProfile(window.window.displayProfile), at: now)
    window.renderer.begin(
      paintsUntil: filtering.isFiltered ? nil : now + StartSchedule.drivers)
    if settings.zoom != .fit || settings.center != nil || !hasAlbum { window.renderer.startNow() }
    guard !hasAlbum else { return }
    mapWindow(for: nil, at: now)
    view.showsBackdrop = true
    notices.showMessage(
      "No picture is open", "Open one with: fresnel FILE, or a folder of them")
  }

  /// Takes one event of the window.
  func handle(_ event: WindowEvent, at now: Double) {
    switch event {
    case .resized(let size): resize(to: size, at: view.moment(now))
    case .exposed:
      // A manager that gives less than the full screen it was asked for says nothing: nothing
      // changed.
      resize(to: window.window.size, at: view.moment(now))
      window.exposed(surface: view.surface, surround: view.settings.backdrop.surround)
      view.setNeedsRedraw()
    case .fullScreenChanged(let isFull):
      window.noteFullScreen(isFull)
      if isFull { showCaption(at: now) }
    case .displayProfileChanged:
      let profile = window.window.displayProfile
      gallery.setDisplayProfile(profile, at: view.moment(now))
      perform(filtering.setDisplayProfile(profile), at: view.moment(now))
    case .interfaceScaleChanged(let scale): notices.interfaceScale = scale
    case .closeRequested: ending.finish()
    case .connectionLost: ending.finish(UserError(sentence: "the X server is gone"))
    default: break
    }
    pointerRest.take(event, at: now)
    view.handle(event, at: now)
  }

  /// Brings everything up to the moment.
  func update(at now: Double) {
    pointerRest.tick(at: now)
    window.window.setPointerHidden(pointerRest.isHidden)
    notices.expire(at: now)
    showWaitingCaption(at: now)
    gallery.receive(.tick, at: view.moment(now))
    gallery.reloadChangedFiles(at: view.moment(now))
    showWhatThereIsIfLate(at: now)
    panels.update(in: notices, at: now)
    if notices.takeChange() { view.setNeedsRedraw() }
    view.overlays = notices.overlays
    let frame = view.frameNumbers.made
    view.dispatch(at: now)
    if view.frameNumbers.made != frame {
      notices.frameGiven()
      if let newest = view.newestFrame { filtering.noteFrame(newest.number, newest.filters) }
    }
    gallery.openAheadIfIdle(at: view.moment(now))
    measures.note(view)
    trimHeapAtRest(at: now)
  }

  /// When something has to be done though nothing arrives; `nil` lets every thread sleep.
  func deadline(at now: Double) -> Double? {
    // What came after the view was looked after waits for the next round.
    if notices.overlays != view.overlays || gallery.hasChangedFiles { return now }
    return [
      view.deadline(at: now), notices.deadline, panels.deadline, lateDeadline(at: now),
      captionDeadline, pointerRest.deadline,
    ]
    .compactMap { $0 }.min()
  }

  // MARK: A first picture that takes long

  /// When what there is is better than nothing, if the first picture still is not there.
  ///
  /// Once it is late there is no moment to wait for, only the first tiles.
  private func lateDeadline(at now: Double) -> Double? {
    guard let mappedAt = window.mappedAt, !gallery.pictures.hasShownAnything else { return nil }
    if !view.showsBackdrop { return mappedAt + StartSchedule.backdrop }
    let deadline = mappedAt + StartSchedule.rows
    return hasShownRows || now >= deadline && lateRows == nil ? nil : deadline
  }

  /// The first picture, where there are tiles of it to show before it is complete.
  private var lateRows: SourceID? {
    gallery.pictures.pictures.awaited.flatMap { view.hasTiles(of: $0.id) ? $0.id : nil }
  }

  private func showWhatThereIsIfLate(at now: Double) {
    guard let deadline = lateDeadline(at: now), now >= deadline else { return }
    let lateRows = lateRows
    // A plain background would take rows of it away that are on the screen already.
    guard view.showsBackdrop || view.showsFirstRows && lateRows != nil else {
      view.showsBackdrop = true
      return
    }
    guard let lateRows else { return }
    hasShownRows = true
    gallery.receive(.rowsWorthShowing(lateRows), at: now)
  }

  // MARK: Rest and end

  /// Gives the system back what compiling shaders and uploading tiles have left behind, once all is
  /// there that was wanted.
  private func trimHeapAtRest(at now: Double) {
    let uploaded = window.renderer.statistics.uploadedBytes
    guard uploaded != trimmedAt, gallery.pictures.pictures.awaited == nil, view.isAtRest(at: now)
    else { return }
    trimmedAt = uploaded
    Heap.trim()
  }

  /// Ends the view and what it stands on.
  func close() {
    let now = MonotonicClock.now()
    gallery.close(at: now)
    perform(filtering.end(), at: now)
    // Without a server there is nobody to give textures and windows back to.
    let isLost = window.display.isLost
    view.close(stopsRenderer: !isLost)
    if !isLost { window.window.close() }
    if let mappedAt = window.mappedAt { measures.reached(.windowMapped, at: mappedAt) }
    measures.finish(
      gallery.desk.statistics, window.renderer.statistics, gallery.desk.firstStart)
  }
}

import Platform
import Rendering
import Viewing

/// One iteration of the loop: updates the view and the parts around it.
extension ViewerParts {
  /// Sets the initial filters, and makes the renderer wait for the first picture.
  func begin(hasAlbum: Bool, at now: Double) {
    perform(filtering.begin(settings), at: now)
    perform(filtering.setDisplayProfile(window.displayProfile), at: now)
    host.begin(paintsFirst: !filtering.isFiltered, at: now)
    if settings.zoom != .fit || settings.center != nil || !hasAlbum { host.renderer.startNow() }
    guard !hasAlbum else { return }
    mapWindow(for: nil, at: now)
    view.showsBackdrop = true
    requestRecentFiles()
  }

  /// Updates everything to the current time.
  func update(at now: Double) {
    pointerRest.tick(at: now)
    window.setPointerHidden(pointerRest.isHidden)
    notices.expire(at: now)
    showWaitingCaption(at: now)
    gallery.receive(.tick, at: view.moment(now))
    gallery.reloadChangedFiles(at: view.moment(now))
    rememberFile(at: now)
    colorCopier.cancelIfLeft()
    panels.update(in: notices, at: now)
    if notices.takeChange() { view.setNeedsRedraw() }
    view.overlays = notices.overlays
    let (failure, dialog) = (notices.newest(.failure), notices.newest(.fileDialog))
    let frame = view.frameNumbers.made
    host.dispatch(at: now)
    if view.frameNumbers.made != frame {
      notices.frameGiven()
      if let newest = view.newestFrame { filtering.noteFrame(newest.number, newest.filters) }
    }
    noteQuestions(failure, dialog, at: now)
    gallery.prefetchNeighbourIfIdle(at: view.moment(now))
    measurements.note(view)
    updateRemote(at: now)
    trimHeapAtRest(at: now)
  }

  /// Notes the questions in the newest frame, which no press answers before they can be read.
  private func noteQuestions(_ failure: Overlay?, _ dialog: Overlay?, at now: Double) {
    guard let newest = view.newestFrame else { return }
    let shown = view.frameNumbers.shown
    if let failure, newest.overlays.contains(failure) {
      hostQuestion.noteFrame(newest.number, shown: shown, at: now)
    }
    if let dialog, newest.overlays.contains(dialog) {
      fileDialog.noteFrame(newest.number, shown: shown, at: now)
    }
  }

  /// When to call `update` even if nothing arrives; `nil` if there is no deadline.
  func deadline(at now: Double) -> Double? {
    // Events that arrived after the view was updated are handled in the next iteration.
    if notices.overlays != view.overlays || gallery.hasChangedFiles { return now }
    return [
      host.deadline(at: now), notices.deadline, panels.deadline, captionDeadline,
      pointerRest.deadline, recent.deadline, gallery.pictures.deadline,
      remoteDeadline(at: now),
    ]
    .compactMap { $0 }.min()
  }

  // MARK: End

  /// Closes the view and everything it uses.
  func close() {
    let now = MonotonicClock.now()
    remote.close()
    gallery.close(at: now)
    perform(filtering.end(), at: now)
    host.close(leavesLostRenderer: true)
    if let mappedAt = host.mappedAt { measurements.reached(.windowMapped, at: mappedAt) }
    measurements.finish(
      gallery.pool.statistics, host.renderer.statistics, gallery.pool.firstStart)
  }
}

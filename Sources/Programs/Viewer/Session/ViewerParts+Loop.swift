import Platform
import Viewing

/// A round of the loop: the view and what stands around it are brought up to the moment.
extension ViewerParts {
  /// Begins with the filters that are set, and lets the renderer wait for the first picture.
  func begin(hasAlbum: Bool, at now: Double) {
    perform(filtering.begin(settings), at: now)
    perform(filtering.setDisplayProfile(window.displayProfile), at: now)
    host.begin(paintsFirst: !filtering.isFiltered, at: now)
    if settings.zoom != .fit || settings.center != nil || !hasAlbum { host.renderer.startNow() }
    guard !hasAlbum else { return }
    mapWindow(for: nil, at: now)
    view.showsBackdrop = true
    notices.showMessage(
      "No picture is open", "Open one with: fresnel FILE, or a folder of them")
  }

  /// Brings everything up to the moment.
  func update(at now: Double) {
    pointerRest.tick(at: now)
    window.setPointerHidden(pointerRest.isHidden)
    notices.expire(at: now)
    showWaitingCaption(at: now)
    gallery.receive(.tick, at: view.moment(now))
    gallery.reloadChangedFiles(at: view.moment(now))
    panels.update(in: notices, at: now)
    if notices.takeChange() { view.setNeedsRedraw() }
    view.overlays = notices.overlays
    let frame = view.frameNumbers.made
    host.dispatch(at: now)
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
      host.deadline(at: now), notices.deadline, panels.deadline, captionDeadline,
      pointerRest.deadline,
    ]
    .compactMap { $0 }.min()
  }

  // MARK: Rest and end

  /// Gives the system back what compiling shaders and uploading tiles have left behind, once all is
  /// there that was wanted.
  private func trimHeapAtRest(at now: Double) {
    let uploaded = host.renderer.statistics.uploadedBytes
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
    host.close(leavesLostRenderer: true)
    if let mappedAt = host.mappedAt { measures.reached(.windowMapped, at: mappedAt) }
    measures.finish(
      gallery.desk.statistics, host.renderer.statistics, gallery.desk.firstStart)
  }
}

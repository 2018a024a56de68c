import Geometry
import Gestures
import Platform
import Rendering
import Tiles
import Tiling
import ViewHosting
import Viewing
import Zooming

/// Handles the view's events and the pictures' requests to the window.
extension ViewerParts {
  func perform(_ effect: WindowEffect, at now: Double) {
    switch effect {
    case .mapWindow(let info): mapWindow(for: info, at: now)
    case .mapEmptyWindow:
      host.renderer.startNow()
      mapWindow(for: nil, at: now)
      view.showsBackdrop = true
    case .showWaiting:
      notices.showMessage("Waiting for the picture", "its data has not arrived yet")
    case .updateTitle: updateTitle()
    case .updateProgress: updateProgress(at: now)
    case .showMessage(let title, let sentence):
      notices.showFailure(title, sentence, at: now)
      remote.send(.failed(name: title, sentence: sentence))
    case .showNote(let sentence): notices.showNote(sentence, until: now + 5)
    case .hideMessage: notices.hideMessage()
    case .showCaption: if window.isFullScreen { showCaption(at: now) }
    case .showFailure(let entry, let sentence):
      // The panel in place of the picture shows the error.
      notices.hideMessage()
      updateTitle()
      remote.send(.failed(name: entry.displayName, sentence: sentence))
    case .reportMissing(let entry, let sentence):
      notices.reportMissing(of: entry, sentence, at: now)
      remote.send(.failed(name: entry.displayName, sentence: sentence))
    case .printToStandardError(let line): StandardError.write(line)
    case .finish(let error): ending.finish(error)
    case .refreshListing(let isThorough): refreshListing(isThorough)
    }
  }

  /// Maps the window for its first picture, or for none.
  func mapWindow(for info: SourceInfo?, at now: Double) {
    guard host.mappedAt == nil else { return }
    let drawing = info.flatMap { view.firstController(of: $0).enlargesToFit ? $0.extent : nil }
    let size = placement.fit(window, to: info?.size, drawing: drawing)
    host.map()
    host.resize(to: size, at: now)
  }
}

extension ViewerParts: ViewHostDelegate {
  var firstPicture: FirstPicture? {
    guard let mappedAt = host.mappedAt, !gallery.pictures.hasShownAnything else { return nil }
    return FirstPicture(gallery.pictures.pictures.pending?.id, since: mappedAt)
  }

  func viewHost(_ host: ViewHost, showsRowsOf id: SourceID, at now: Double) {
    gallery.receive(.rowsWorthShowing(id), at: now)
  }

  func viewHost(_ host: ViewHost, takes event: WindowEvent, at now: Double) {
    switch event {
    case .fullScreenChanged(true): showCaption(at: now)
    case .displayProfileChanged:
      gallery.profile = window.displayProfile
      perform(filtering.setDisplayProfile(window.displayProfile), at: view.moment(now))
    case .interfaceScaleChanged(let scale): notices.interfaceScale = scale
    case .desktopSettingsChanged: followDesktop(at: view.moment(now))
    default: break
    }
    pointerRest.take(event, at: now)
    noteInput(event)
    let isRepeat = panels.pressedKey.isRepeating
    hostQuestion.note(event, isRepeat: isRepeat, at: now)
    remote.note(event, isRepeat: isRepeat, at: now)
    bar.note(event, at: now)
  }

  func viewHost(_ host: ViewHost, resizedTo size: PixelSize, at now: Double) {
    filtering.resize(to: size)
    gallery.resize(to: size, at: now)
    updateTitle()
  }

  func viewHost(_ host: ViewHost, endsFor ending: ViewEnding) {
    switch ending {
    case .closed, .windowDestroyed: self.ending.finish()
    case .displayLost:
      self.ending.finish(UserError(sentence: "the connection to the X server was lost"))
    case .failed(let sentence):
      self.ending.finish(UserError(sentence: "the viewer can't start: \(sentence)"))
    }
  }

  func panning(of view: TiledView) -> (any PanningDelegate)? { gallery.pictures.panning }

  func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double) {
    gallery.receive(.panOffered(pan), at: now)
  }

  func tiledView(_ view: TiledView, received event: ViewEvent, at now: Double) {
    switch event {
    case .source(let id, let event):
      gallery.receive(.source(id, event), at: now)
      take(event, of: id, at: now)
    case .covered(let id): gallery.receive(.covered(id), at: now)
    case .renderer(let event): take(event, at: now)
    case .zoom(.changed(let scale)):
      updateTitle()
      remote.send(.zoom(scale))
      if window.isFullScreen, scale != sentenceScale { showCaption(at: now) }
      sentenceScale = nil
    case .settled:
      measurements.settled(view)
      reportPicture(at: now)
      remote.send(.settled)
      view.preparesNextStep = !PowerSupply.isOnBattery()
    case .zoom(.began), .zoom(.ended), .textless: break
    }
  }

  private func take(_ event: SourceEvent, of id: SourceID, at now: Double) {
    switch event {
    case .progress, .idle:
      if id == gallery.pictures.progressPicture { updateProgress(at: now) }
      if gallery.pictures.pictures.near.contains(where: { $0.id == id }),
        view.progress(of: id) == nil
      {
        measurements.reached(.neighbour, at: now)
      }
    case .profileRefused:
      // Every picture's decoder reports it, but it is the same monitor.
      guard noteRefusedProfile() else { return }
      perform(
        filtering.notify([
          "the monitor's colour profile is invalid; sRGB is used instead"
        ]), at: now)
    case .noRoom:
      guard let entry = gallery.pictures.pictures[id]?.entry else { return }
      perform(
        filtering.notify([
          "\(entry.displayPath): there is too little disk space to cache the picture; "
            + "zooming in takes longer"
        ]), at: now)
    case .opened, .changed, .tile, .tileFailed, .tileMissing, .invalidated, .incomplete, .failed:
      break
    }
  }

  private func take(_ event: RendererEvent, at now: Double) {
    switch event {
    case .presented(let presentation): measurements.presented(presentation, of: view)
    case .tookOver:
      // Do the deferred work now.
      window.setIcon()
      window.acceptDrops(PastedContent.targets)
      measurements.tookOver(rendererReady: host.renderer.readyAt)
    case .unfiltered(let sentence):
      StandardError.write(sentence)
      perform(filtering.noteMissingGL(), at: now)
    case .filtersRefused(let problem, let frame):
      perform(filtering.refuse(problem, frame: frame), at: now)
    case .lost:
      notices.bitmapsLost()
      perform(filtering.noteContextLoss(), at: now)
    case .failed: break
    }
  }
}

import Geometry
import Platform
import Rendering
import Tiles
import Tiling
import Viewing
import Zooming

/// What the view tells, and what the pictures ask of the window.
extension ViewerParts {
  func perform(_ effect: WindowEffect, at now: Double) {
    switch effect {
    case .mapWindow(let info): mapWindow(for: info, at: now)
    case .mapEmptyWindow:
      window.renderer.startNow()
      mapWindow(for: nil, at: now)
      view.showsBackdrop = true
    case .updateTitle: updateTitle()
    case .updateProgress: updateProgress(at: now)
    case .showMessage(let title, let sentence): notices.showFailure(title, sentence, at: now)
    case .hideMessage: notices.hideMessage()
    case .showCaption: if window.isFullScreen { showCaption(at: now) }
    case .showFailure(let entry, let sentence):
      notices.showMessage(entry.displayName, sentence)
      updateTitle()
    case .tellMissing(let entry, let sentence): notices.tellMissing(of: entry, sentence, at: now)
    case .tellStandardError(let line): StandardError.write(line)
    case .finish(let error): ending.finish(error)
    case .refreshListing(let isThorough): refreshListing(isThorough)
    }
  }

  /// Puts the window on the screen for its first picture, or for none.
  func mapWindow(for info: SourceInfo?, at now: Double) {
    let drawing = info.flatMap { view.firstController(of: $0).enlargesToFit ? $0.extent : nil }
    // What is measured is when it happens, not when the round began.
    let mapped = window.map(for: info?.size, drawing: drawing, at: MonotonicClock.now())
    resize(to: mapped, at: now)
  }

  /// Takes the surface's new size.
  func resize(to surface: PixelSize, at now: Double) {
    guard surface != view.surface else { return }
    view.resize(to: surface, at: now)
    filtering.resize(to: surface)
    notices.resize(to: surface)
    gallery.resize(to: surface)
    updateTitle()
  }
}

extension ViewerParts: TiledViewDelegate {
  func panning(of view: TiledView) -> (any PanningDelegate)? { gallery.pictures.panning }

  func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double) {
    gallery.receive(.panOffered(pan), at: now)
  }

  func tiledView(_ view: TiledView, told event: ViewEvent, at now: Double) {
    switch event {
    case .source(let id, let event):
      gallery.receive(.source(id, event), at: now)
      take(event, of: id, at: now)
    case .covered(let id): gallery.receive(.covered(id), at: now)
    case .renderer(let event): take(event, at: now)
    case .zoom(.changed):
      updateTitle()
      if window.isFullScreen { showCaption(at: now) }
    case .settled:
      measures.settled(view)
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
        measures.reached(.neighbour, at: MonotonicClock.now())
      }
    case .profileRefused:
      // Each picture's decoder says it; it is one monitor's.
      guard refusedProfile != window.window.displayProfile else { return }
      refusedProfile = window.window.displayProfile
      perform(
        filtering.tell([
          "the monitor's colour profile can't be used: its colours are taken for sRGB's"
        ]), at: now)
    case .noRoom:
      guard let entry = gallery.pictures.pictures[id]?.entry else { return }
      perform(
        filtering.tell([
          "\(entry.displayPath): the disk has no room to cache the picture: "
            + "what is looked at closely takes longer"
        ]), at: now)
    case .opened, .changed, .tile, .tileFailed, .tileMissing, .invalidated, .incomplete, .failed:
      break
    }
  }

  private func take(_ event: RendererEvent, at now: Double) {
    switch event {
    case .presented(let presentation):
      measures.presented(presentation, of: view)
      if presentation.surface == view.surface { window.window.acknowledgeSync() }
    case .tookOver:
      // What nobody waits for is done now.
      window.window.setIcon()
      measures.tookOver(rendererReady: window.renderer.readyAt)
    case .unfiltered(let sentence):
      StandardError.write(sentence)
      perform(filtering.noteMissingGL(), at: now)
    case .filtersRefused(let problem, let frame):
      perform(filtering.refuse(problem, frame: frame), at: now)
    case .lost:
      gallery.receive(.tilesLost, at: now)
      notices.bitmapsLost()
      perform(filtering.noteContextLoss(), at: now)
    case .failed(let sentence):
      ending.finish(UserError(sentence: "the viewer can't start: \(sentence)"))
    }
  }
}

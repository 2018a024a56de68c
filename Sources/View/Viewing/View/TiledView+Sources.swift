import Geometry
import Rendering
import Tiles
import Tiling
import Zooming

/// Sources: those that are shown or pending, and their events.
extension TiledView {
  /// Adds a source in a role; the view serves it until it is removed.
  package func add(_ source: any TileSource, as role: SourceRole) {
    sources.add(source, as: role)
  }

  /// Gives a source another role; to show a source, use `show(_:with:)`.
  package func setRole(_ role: SourceRole, of id: SourceID) {
    sources[id]?.setRole(role)
    // Report again when the first view becomes drawable.
    if role == .pending || role == .near { sources[id]?.mustBeCovered() }
    if shown == id, role != .shown {
      viewState.showNothing()
      frames.endFades()
    }
  }

  /// Shows a source through a controller, from the next frame on.
  package func show(_ id: SourceID, with controller: ZoomController) {
    guard let loader = sources[id] else { return }
    if let shown, shown != id, sources[shown]?.role == .shown { sources[shown]?.setRole(.near) }
    loader.show()
    var controller = controller
    controller.preferences = settings.zooming
    viewState.show(id, with: controller)
    frames.endFades()
    frames.note(.redraw)
  }

  /// Shows exactly one settled view of a source, without limits or edges, and requests only its
  /// tiles; for drawing without a window.
  ///
  /// `frame` is the number of an animation's frame.
  package func show(_ still: Viewport, of id: SourceID, frame: Int = 0) {
    sources[id]?.steer { $0.hold(frame) }
    sources[id]?.setRole(.shown)
    viewState.show(still, of: id)
    frames.note(.redraw)
  }

  /// Shows no source; the one that was shown becomes a neighbour (`SourceRole.near`).
  package func showNothing() {
    if let shown { sources[shown]?.setRole(.near) }
    viewState.showNothing()
    frames.endFades()
    frames.note(.redraw)
  }

  /// Removes a source and closes it.
  package func remove(_ id: SourceID) {
    if sources.remove(id) { viewState.forget(id) }
  }

  /// Sets the display's ICC profile, when it changes or the view moves to another display; empty
  /// means sRGB.
  ///
  /// The picture stays as it is until everything visible is available in the new colours; then it
  /// changes in one frame.
  package func setDisplayProfile(_ profile: [UInt8], at now: Double) {
    for loader in sources.all where loader.source.setDisplayProfile(profile, now: now) {
      loader.recolor()
    }
  }

  /// Returns true if a source has been added and not removed.
  package func has(_ id: SourceID) -> Bool { sources[id] != nil }

  /// Returns a source that has been added and not removed.
  package func source(_ id: SourceID) -> (any TileSource)? { sources[id]?.source }

  /// Returns what is known of a source; `nil` if there is none.
  package func state(of id: SourceID) -> SourceState? {
    sources[id].map {
      SourceState(
        info: $0.info, isDrawable: $0.isDrawable, isComplete: $0.isComplete, failure: $0.failure)
    }
  }

  /// Returns the description of a source; `nil` while unknown.
  package func info(of id: SourceID) -> SourceInfo? { sources[id]?.info }

  /// Returns the first view of a source: all of it, at rest.
  package func firstController(of info: SourceInfo) -> ZoomController {
    ZoomController(
      surface: surface, picture: info.extent, preferences: settings.zooming,
      scaleRange: settings.scaleRange ?? Self.scaleRange(of: info, on: surface, settings),
      unit: settings.contentScale, enlargesToFit: settings.enlargesDrawings && isDrawn(info))
  }

  /// Returns the first view of a pending source.
  func opening(of info: SourceInfo) -> ZoomController {
    openingController?(info) ?? firstController(of: info)
  }

  /// True if a source can be drawn at any scale instead of consisting of pixels.
  func isDrawn(_ info: SourceInfo) -> Bool {
    guard case .any(let largest) = info.levels.scales else { return false }
    return largest > settings.contentScale
  }

  /// Returns the range of scales for vectors, up to the largest level; `nil` uses the default
  /// range.
  private static func scaleRange(
    of info: SourceInfo, on surface: PixelSize, _ settings: TiledViewSettings
  ) -> ClosedRange<Double>? {
    let largest = info.levels.largestScale
    guard largest > settings.contentScale else { return nil }
    let limits = ZoomLimits(
      surface: surface, shownPicture: info.extent, unit: settings.contentScale)
    return limits.minimum...max(limits.minimum, largest, ZoomLimits.largest * settings.contentScale)
  }

  /// Returns the progress of the current pass over a source; `nil` if none is pending.
  package func progress(of id: SourceID) -> LoadProgress? { sources[id]?.progress }

  /// Returns true if a source has all tiles that its role needs, or will never have them.
  package func isComplete(_ id: SourceID) -> Bool {
    guard let loader = sources[id] else { return true }
    return loader.failure != nil || loader.info != nil && loader.isComplete
  }

  /// Returns true if a source has a resident tile.
  package func hasTiles(of id: SourceID) -> Bool { sources[id]?.tiles.isEmpty == false }

  /// Returns the resident tiles of a source with their quality, and when each arrived.
  package func tiles(
    of id: SourceID
  ) -> (resident: [TileKey: TileQuality], arrivals: [TileKey: Double]) {
    sources[id].map { ($0.tiles, $0.arrivals) } ?? ([:], [:])
  }

  // MARK: Events

  func receive(_ event: SourceEvent, of id: SourceID) {
    guard let loader = sources[id] else { return }
    if case .failed = event, loader.failure != nil { return }
    let known = loader.info
    loader.receive(event)
    noteChange(event, of: id)
    switch event {
    case .opened:
      loader.beMoving(playsAtOnce: settings.playsAtOnce)
      notify(.source(id, event))
    case .changed(let info) where known?.differsInBrightnessAlone(from: info) == true:
      frames.note(.redraw)
    case .changed(let info):
      if id == shown { viewState.setExtent(info.extent) }
      if id != shown { loader.mustBeCovered() }
      notify(.source(id, event))
    case .tile(let tile): renderer.upload(loader.named(tile))
    case .invalidated, .tileMissing: break
    case .tileFailed, .progress, .idle, .incomplete, .noRoom, .profileRefused, .failed:
      notify(.source(id, event))
    }
  }

  private func noteChange(_ event: SourceEvent, of id: SourceID) {
    guard id == shown else { return }
    switch event {
    case .changed, .invalidated: for part in parts { part.sourceChanged() }
    default: break
    }
  }

  func receive(_ report: RenderReport, at now: Double) {
    switch report {
    case .started: break
    case .resident(let tile, let number): receiveResident(tile, after: number, at: now)
    case .released(let tile):
      sources[tile.source]?.receiveRelease(of: tile)
      sources[tile.source]?.source.release(tile.inGeneration(0), now: now)
    case .event(let event):
      receive(event)
      notify(.renderer(event))
    }
  }

  private func receive(_ event: RendererEvent) {
    switch event {
    case .presented(let presentation):
      frames.presented(presentation, on: surface)
    case .tookOver, .unfiltered: frames.note(.redraw)
    case .lost:
      // The screen keeps what it shows until the tiles are back.
      for loader in sources.all { loader.forgetTiles() }
      frames.endFades()
      markers.lost()
      for part in parts { part.restoreBitmaps() }
      frames.note(.redraw)
    case .filtersRefused, .failed: break
    }
  }

  private func receiveResident(_ tile: Tile, after number: UInt64, at now: Double) {
    guard let loader = sources[tile.source] else {
      renderer.drop(tile.source)
      return
    }
    let wasThere = loader.tiles[tile.key] != nil
    let isThere = loader.receiveResident(tile, after: number, at: now)
    if loader.role == .layer {
      // A layer's tiles don't fade in: each would have to be blended with the coarser one before
      // either is drawn over what is below.
      if isThere, let view = zoom?.viewport(at: now),
        sources.isSeen(tile.key, ofLayer: tile.source, in: view, for: visibility)
      {
        frames.note(.tiles)
      }
      return
    }
    guard isThere, tile.source == shown, let view = zoom?.viewport(at: now),
      let levels = loader.info?.levels, tile.key.version == loader.drawnFrame
    else { return }
    if loader.info.flatMap(partLevel(of:)) == tile.key.level { return frames.note(.tiles) }
    // A prefetched tile is not visible, so a frame with it would equal the previous one.
    let seen = view.visibleTiles(of: tile.key.level, margin: margin(at: view.scale))
    guard seen.contains(tile.key) else { return }
    // In a complete view, tiles of another level are prefetched for the next zoom step.
    if loader.isComplete, !isMoving(at: now), tile.key.level != levels.exactLevel(of: view) {
      return
    }
    frames.note(.tiles)
    // The fit view does not fade in, as it did not the first time; finer tiles do. A tile that
    // replaces an older one of its own does not fade either: blended with the coarser ones, it
    // would flash.
    let hasBeenSeen = frames.hasShown(tile.source)
    if hasBeenSeen, !wasThere, renderer.drawsFilters, loader.playback == nil,
      tile.key.level != levels.fitLevel(of: view)
    {
      frames.fadeIn(tile.key, at: now)
    }
  }
}

extension SourceInfo {
  /// True if only the brightness or the display curves differ, so that no tile has to be requested
  /// again.
  fileprivate func differsInBrightnessAlone(from other: SourceInfo) -> Bool {
    var known = self
    known.headroom = other.headroom
    known.displayCurves = other.displayCurves
    return known == other
  }
}

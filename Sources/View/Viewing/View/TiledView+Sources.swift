import Geometry
import Rendering
import Tiles
import Tiling
import Zooming

/// Sources: what is shown, what waits to be, and what they tell.
extension TiledView {
  /// Adds a source in a role; the view looks after it until it is removed.
  public func add(_ source: any TileSource, as role: SourceRole) {
    sources.add(source, as: role)
  }

  /// Gives a source another role; one that is to be shown is, by `show(_:with:)`.
  public func setRole(_ role: SourceRole, of id: SourceID) {
    sources[id]?.role = role
    // Whether the view that it begins with can be drawn is to be told anew.
    if role == .awaited || role == .near { sources[id]?.isDrawable = false }
    if shown == id, role != .shown {
      stage.showNothing()
      frames.endFades()
    }
  }

  /// Shows a source through a controller: at once, from the next frame on.
  public func show(_ id: SourceID, with controller: ZoomController) {
    guard let loader = sources[id] else { return }
    if let shown, shown != id, sources[shown]?.role == .shown { sources[shown]?.role = .near }
    loader.role = .shown
    loader.isDrawable = true
    var controller = controller
    controller.preferences = settings.zooming
    stage.show(id, with: controller)
    frames.endFades()
    frames.note(.redraw)
  }

  /// Shows just one settled view of a source, whatever limits and edges there are, and makes
  /// nothing but its tiles: for who draws without a window.
  ///
  /// Of a source that moves it is one of its frames.
  public func show(_ still: Viewport, of id: SourceID, frame: Int = 0) {
    sources[id]?.hold(frame)
    sources[id]?.role = .shown
    stage.show(still, of: id)
    frames.note(.redraw)
  }

  /// Shows nothing.
  public func showNothing() {
    if let shown { sources[shown]?.role = .near }
    stage.showNothing()
    frames.endFades()
    frames.note(.redraw)
  }

  /// Removes a source, and ends it.
  public func remove(_ id: SourceID) {
    guard sources.remove(id) else { return }
    layers.removeAll { $0.source == id }
    if shown == id { stage.showNothing() }
  }

  /// The display has another ICC profile, or the view another display; empty means sRGB.
  ///
  /// What is shown stays as it is until all that is seen of it is there in the new colours; then it
  /// changes in one frame.
  public func setDisplayProfile(_ profile: [UInt8], at now: Double) {
    for loader in sources.all where loader.source.setDisplayProfile(profile, now: now) {
      loader.recolor()
    }
  }

  /// Whether a source has been added, and not removed.
  public func has(_ id: SourceID) -> Bool { sources[id] != nil }

  /// What is known of a source.
  public func info(of id: SourceID) -> SourceInfo? { sources[id]?.info }

  /// The view that a source starts with: all of it, at rest.
  public func firstController(of info: SourceInfo) -> ZoomController {
    ZoomController(
      surface: surface, picture: info.extent, preferences: settings.zooming,
      scaleRange: settings.scaleRange ?? Self.scaleRange(of: info, on: surface, settings),
      unit: settings.contentScale, enlargesToFit: settings.enlargesDrawings && isDrawn(info))
  }

  /// The view that an awaited source begins with.
  func opening(of info: SourceInfo) -> ZoomController {
    openingController?(info) ?? firstController(of: info)
  }

  /// Whether a source is drawn at any scale, rather than made of pixels.
  func isDrawn(_ info: SourceInfo) -> Bool {
    guard case .any(let largest) = info.levels.scales else { return false }
    return largest > settings.contentScale
  }

  /// Vectors go on until they are as large as levels can be; everything else keeps the usual range.
  private static func scaleRange(
    of info: SourceInfo, on surface: PixelSize, _ settings: TiledViewSettings
  ) -> ClosedRange<Double>? {
    let largest = info.levels.largestScale
    guard largest > settings.contentScale else { return nil }
    let limits = ZoomLimits(
      surface: surface, shownPicture: info.extent, unit: settings.contentScale)
    return limits.minimum...max(limits.minimum, largest, ZoomLimits.largest * settings.contentScale)
  }

  /// How far the running pass over a source is; `nil` while nothing is waited for.
  public func progress(of id: SourceID) -> LoadProgress? { sources[id]?.progress }

  /// Whether a source has everything that its role asks for, or will never have it.
  public func isComplete(_ id: SourceID) -> Bool {
    guard let loader = sources[id] else { return true }
    return loader.failure != nil || loader.info != nil && loader.isComplete
  }

  /// Whether any tile of a source could be drawn.
  public func hasTiles(of id: SourceID) -> Bool { sources[id]?.tiles.isEmpty == false }

  /// The tiles of a source that could be drawn, with their quality, and when each came.
  public func tiles(
    of id: SourceID
  ) -> (resident: [TileKey: TileQuality], arrivals: [TileKey: Double]) {
    sources[id].map { ($0.tiles, $0.arrivals) } ?? ([:], [:])
  }

  // MARK: What they tell

  func receive(_ event: SourceEvent, of id: SourceID, at now: Double) {
    guard let loader = sources[id] else { return }
    let known = loader.info
    loader.receive(event)
    switch event {
    case .opened:
      loader.beMoving(playsAtOnce: settings.playsAtOnce)
      events.append(.source(id, event))
    case .changed(let info) where known?.differsInBrightnessAlone(from: info) == true:
      frames.note(.redraw)
    case .changed(let info):
      if id == shown { stage.setExtent(info.extent, at: now) }
      loader.isDrawable = loader.isDrawable && id == shown
      events.append(.source(id, event))
    case .tile(let tile): renderer.upload(tile.inGeneration(loader.coloring.made))
    case .invalidated, .tileMissing: break
    case .tileFailed, .progress, .idle, .incomplete, .noRoom, .profileRefused, .failed:
      events.append(.source(id, event))
    }
  }

  func receive(_ report: RenderReport, at now: Double) {
    switch report {
    case .started: break
    case .resident(let tile, let number): receiveResident(tile, after: number, at: now)
    case .released(let tile):
      sources[tile.source]?.receiveRelease(of: tile)
      sources[tile.source]?.source.release(tile.inGeneration(0), now: now)
    case .told(let event):
      receive(event)
      events.append(.renderer(event))
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
      if hasMarkerBoard { markerBoard.lost() }
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
      // A layer's tiles are there at once: to come in gently each would have to be mixed with the
      // coarser one before either is laid over what is below.
      if isThere, let view = zoom?.viewport(at: now),
        sources.isSeen(tile.key, ofLayer: tile.source, in: view, for: sight)
      {
        frames.note(.tiles)
      }
      return
    }
    guard isThere, tile.source == shown, let view = zoom?.viewport(at: now),
      let levels = loader.info?.levels, tile.key.version == loader.drawnFrame
    else { return }
    // What was prefetched is not seen, and a frame of it would be the last one again.
    let seen = view.visibleTiles(of: tile.key.level, margin: margin(at: view.scale))
    guard seen.contains(tile.key) else { return }
    // Where everything is there, so is what the next step of a zoom will show.
    if loader.isComplete, !isMoving(at: now), tile.key.level != levels.exactLevel(of: view) {
      return
    }
    frames.note(.tiles)
    // The whole picture comes at once, as it did the first time; what is finer takes its place
    // gently. A tile that takes the place of an older one of its own comes at once, too: mixed with
    // what is coarser it would flash.
    let hasBeenSeen = frames.hasShown(tile.source)
    if hasBeenSeen, !wasThere, renderer.drawsFilters, loader.playback == nil,
      tile.key.level != levels.fitLevel(of: view)
    {
      frames.fadeIn(tile.key, at: now)
    }
  }

  /// Tells the delegate what waits to be told, never in the midst of other work; whether there was
  /// anything.
  func tellDelegate(at now: Double) -> Bool {
    let waiting = events
    events = []
    for event in waiting {
      watch?(event)
      delegate?.tiledView(self, told: event, at: now)
    }
    return !waiting.isEmpty
  }
}

extension SourceInfo {
  /// Whether nothing has to be placed or asked for anew: it is only known now how bright it is, or
  /// how the display encodes its light.
  fileprivate func differsInBrightnessAlone(from other: SourceInfo) -> Bool {
    var known = self
    known.headroom = other.headroom
    known.displayCurves = other.displayCurves
    return known == other
  }
}

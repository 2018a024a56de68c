import Geometry
import Tiles
import Tiling
import Zooming

/// Plans: what each source is asked for.
extension TiledView {
  /// How far filters look beyond a view at a scale, in device pixels.
  func margin(at scale: Double) -> Int {
    guard renderer.drawsFilters else { return 0 }
    return filterMargin?(scale) ?? filters.margin(zoom: scale)
  }

  /// How far filters look beyond what is shown at a scale, in device pixels.
  func baseMargin(at scale: Double) -> Int { filtersBase ? margin(at: scale) : 0 }

  /// Asks every source for what its role lacks.
  func updatePlans(at now: Double) {
    guard !surface.isEmpty else { return }
    for (id, loader) in loaders {
      guard let info = loader.info, loader.failure == nil else { continue }
      let drawn = loader.drawnFrame
      defer { if loader.drawnFrame != drawn { frames.note(.tiles) } }
      switch loader.role {
      case .shown:
        guard id == shown else { continue }
        if let zoom { updateShown(loader, info, zoom, at: now) }
        if let still = stage.still {
          loader.update(
            PlanInput(destination: still, interest: .still, margin: baseMargin(at: still.scale)),
            renderer: renderer, now: now)
        }
      case .awaited:
        let opening = opening(of: info)
        let view = opening.destination
        loader.update(
          PlanInput(
            destination: view, margin: margin(at: view.scale),
            next: firstStep(of: loader, info, opening, at: now),
            prefetches: settings.prefetches),
          renderer: renderer, now: now)
        noteCovered(loader, info.levels.fitLevel(of: view))
        showFirstRows(of: loader, info, opening, at: now)
      case .near:
        let view = firstController(of: info).destination
        loader.update(
          PlanInput(destination: view, interest: .fitOnly, margin: margin(at: view.scale)),
          renderer: renderer, now: now)
      case .leaving, .layer: break
      }
    }
    updateLayerPlans(at: now)
  }

  private func updateShown(
    _ loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, at now: Double
  ) {
    let destination = zoom.destination
    heading.note(destination, at: now)
    let motion = heading.motion(
      isMoving: zoom.isMoving(at: now), lacksSince: loader.lacksSince, at: now)
    let others = bytesBesideView
    let next = nextStep(of: loader, info, zoom, beside: others, at: now)
    let input = PlanInput(
      destination: destination, current: zoom.viewport(at: now),
      interest: isVisible ? .view : .fitOnly, focus: pointer, motion: motion,
      heading: heading.direction, margin: baseMargin(at: destination.scale),
      isFading: frames.isFading,
      budget: loader.playback == nil
        ? memory.tiles(beside: others)
        : memory.tilesWithNext(beside: others, isFiltered: !filters.links.isEmpty),
      next: next, drawnFrame: frames.version(of: loader.id),
      isResting: next != nil && !zoom.isMoving(at: now) && isWorthReadying(loader, info),
      prefetches: settings.prefetches)
    loader.update(input, renderer: renderer, now: now)
    if !loader.isDrawable, loader.covers(info.levels.fitLevel(of: destination)) {
      loader.isDrawable = true
      frames.note(.redraw)
    }
  }

  /// Whether a source may make itself ready to be looked at closely: every part of it takes long,
  /// and nobody waits for another.
  private func isWorthReadying(_ loader: TileLoader, _ info: SourceInfo) -> Bool {
    loader.source.access == .pass && TilePlanner(info: info).takesLongPass
      && loaders.values.allSatisfy { $0.isComplete }
  }

  func noteCovered(_ loader: TileLoader, _ level: Level) {
    guard !loader.isDrawable, loader.covers(level) else { return }
    loader.isDrawable = true
    events.append(.covered(loader.id))
  }

  // MARK: Memory

  private var shape: TileShape { shown.flatMap { loaders[$0]?.info?.levels.shape } ?? .usual }

  var memory: MemoryBudget { MemoryBudget(surface: surface, shape: shape) }

  /// Bytes of what stays while the view changes: whole pictures, this one and those beside it, and
  /// what sources hold for tiles that are being made.
  var bytesBesideView: Int {
    loaders.values.reduce(0) { sum, loader in
      let fit: Level? =
        loader.id == shown
        ? zoom.flatMap { loader.info?.levels.fitLevel(of: $0.destination) } : nil
      return sum + loader.source.memoryBytes
        + loader.residency.byteCount {
          fit == nil || $0.level == fit && $0.version == loader.drawnFrame
        }
        + (loader.role == .layer ? loader.comingBytes : 0)
    }
  }

  /// Whether another source may be added beside what is shown: what the view has prefetched
  /// gives way to it, but not what it shows.
  public var hasRoomForAnother: Bool {
    var bytes = bytesBesideView
    if let view = zoom?.destination, let levels = shown.flatMap({ loaders[$0]?.info?.levels }),
      levels.exactLevel(of: view) != levels.fitLevel(of: view)
    {
      bytes += view.visibleTiles(of: levels.exactLevel(of: view)).keys
        .reduce(0) { $0 + $1.layout.byteCount }
    }
    return memory.hasRoomForNeighbour(beside: bytes)
  }

  /// Bytes that sources hold for tiles that are being made, and of all tiles that could be drawn.
  public var memoryUse: (arenas: Int, tiles: Int) {
    loaders.values.reduce((0, 0)) {
      ($0.0 + $1.source.memoryBytes, $0.1 + $1.residency.byteCount())
    }
  }

  /// Whether nothing is wanted of any source, nothing moves, and every frame is on the screen.
  public func isAtRest(at now: Double) -> Bool {
    isServed(at: now) && loaders.values.allSatisfy { $0.playback?.isRunning != true }
  }

  /// The same where a source that moves plays on: who looks at it may have other things made.
  public func isServed(at now: Double) -> Bool {
    frames.isIdle && !isMoving(at: now)
      && loaders.values.allSatisfy { $0.isComplete } && layersAreComplete
  }
}

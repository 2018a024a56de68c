import Geometry
import Tiles
import Zooming

/// Plans: what each source is asked for.
extension TiledView {
  /// What sources are asked for follows from this.
  var sight: Sight {
    Sight(
      stage: stage, layers: layers, isVisible: isVisible, isSliding: slide != nil,
      isFading: frames.isFading, drawnFrame: shown.flatMap { frames.version(of: $0) },
      prefetches: settings.prefetches, preparesNextStep: preparesNextStep,
      isFiltered: !filters.links.isEmpty, filtersBase: filtersBase, margin: margin(at:),
      first: firstController(of:), opening: opening(of:))
  }

  /// How far filters look beyond a view at a scale, in device pixels.
  func margin(at scale: Double) -> Int {
    guard renderer.drawsFilters else { return 0 }
    return filterMargin?(scale) ?? filters.margin(zoom: scale)
  }

  /// Asks every source for what its role lacks.
  func updatePlans(at now: Double) {
    let outcome = sources.update(for: sight, at: now)
    if outcome.hasOtherFrame { frames.note(.tiles) }
    if outcome.isDrawable { frames.note(.redraw) }
    events += outcome.covered.map { .covered($0) }
    for (loader, info, opening) in outcome.awaited {
      showFirstRows(of: loader, info, opening, at: now)
    }
  }

  // MARK: Memory and rest

  /// Whether another source may be added beside what is shown: what the view has prefetched
  /// gives way to it, but not what it shows.
  public var hasRoomForAnother: Bool { sources.hasRoomForAnother(on: stage) }

  /// Bytes that sources hold for tiles that are being made, and of all tiles that could be drawn.
  public var memoryUse: (arenas: Int, tiles: Int) { sources.memoryUse }

  /// Whether nothing is wanted of any source, nothing moves, and every frame is on the screen.
  public func isAtRest(at now: Double) -> Bool {
    isServed(at: now) && sources.all.allSatisfy { $0.playback?.isRunning != true }
  }

  /// The same where a source that moves plays on: who looks at it may have other things made.
  public func isServed(at now: Double) -> Bool {
    frames.isIdle && !isMoving(at: now)
      && sources.all.allSatisfy { $0.isComplete } && sources.areComplete(layers)
  }
}

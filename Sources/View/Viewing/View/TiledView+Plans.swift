import Geometry
import Tiles
import Zooming

/// Plans: the requests to each source.
extension TiledView {
  /// The input for the plans of all sources.
  var visibility: Visibility {
    Visibility(
      viewState: viewState, isSliding: transition != nil, isFading: frames.isFading,
      drawnFrame: shown.flatMap { frames.version(of: $0) },
      prefetches: settings.prefetches, preparesNextStep: preparesNextStep,
      isFiltered: !filters.links.isEmpty, filtersBase: filtersBase, margin: margin(at:),
      first: firstController(of:), opening: opening(of:), partLevel: partLevel(of:))
  }

  /// The number of device pixels that filters sample beyond a view at a scale.
  func margin(at scale: Double) -> Int {
    guard renderer.drawsFilters else { return 0 }
    return filterMargin?(scale) ?? filters.margin(zoom: scale)
  }

  /// Requests from every source the tiles that its role needs.
  func updatePlans(at now: Double) {
    let outcome = sources.update(for: visibility, at: now)
    if outcome.hasOtherFrame { frames.note(.tiles) }
    if outcome.isDrawable { frames.note(.redraw) }
    for id in outcome.covered { notify(.covered(id)) }
    for (loader, info, opening) in outcome.pending {
      showFirstRows(of: loader, info, opening, at: now)
    }
  }

  // MARK: Memory and rest

  /// True if another source can be added: the view gives up its prefetched tiles for it, but not
  /// its visible ones.
  package var hasRoomForAnother: Bool { sources.hasRoomForAnother(on: viewState) }

  /// The bytes of memory for tiles in progress, and of all resident tiles.
  package var memoryUse: (arenas: Int, tiles: Int) { sources.memoryUse }

  /// True if all sources have their tiles, nothing moves, no animation plays, and every frame is on
  /// the screen.
  package func isAtRest(at now: Double) -> Bool {
    isServed(at: now) && sources.all.allSatisfy { $0.playback?.isRunning != true }
  }

  /// True if all sources have their tiles, nothing moves, and every frame is on the screen; an
  /// animation may be playing.
  ///
  /// Then other work may start.
  package func isServed(at now: Double) -> Bool {
    frames.isIdle && !isMoving(at: now)
      && sources.all.allSatisfy { $0.isComplete } && sources.areComplete(layers)
  }
}

import Tiles
import Tiling
import Zooming

/// A view's sources: what each serves, and what it is asked for.
///
/// It belongs to the view's thread, and never waits. Times are seconds of the view's clock.
final class SourceBook {
  private let renderer: any FrameRenderer
  private var loaders: [SourceID: TileLoader] = [:]
  private var heading = ViewHeading()
  private var foresight = StepForesight()
  private var layerPlans = LayerPlans()

  /// No sources; a renderer gets their tiles.
  init(_ renderer: any FrameRenderer) { self.renderer = renderer }

  /// What loads a source; `nil` for one that was not added.
  subscript(_ id: SourceID?) -> TileLoader? { id.flatMap { loaders[$0] } }

  /// What loads each source, in no order.
  var all: Dictionary<SourceID, TileLoader>.Values { loaders.values }

  /// Adds a source in a role.
  func add(_ source: any TileSource, as role: SourceRole) {
    loaders[source.id] = TileLoader(source, role: role)
  }

  /// Ends a source and drops its tiles; false where there is none.
  func remove(_ id: SourceID) -> Bool {
    guard let loader = loaders.removeValue(forKey: id) else { return false }
    loader.source.close()
    renderer.drop(id)
    layerPlans.forget(id)
    return true
  }

  /// Ends all sources.
  func close() {
    for loader in all { loader.source.close() }
    loaders.removeAll()
  }

  // MARK: Plans

  /// What the view makes of new plans.
  struct Outcome {
    /// True if another frame of a source is drawn from now on.
    var hasOtherFrame = false
    /// True if what is shown can be drawn from now on.
    var isDrawable = false
    /// Sources of which every pixel can be drawn from now on.
    var covered: [SourceID] = []
    /// The sources that are awaited, and the view that each begins with.
    var awaited: [(loader: TileLoader, info: SourceInfo, opening: ZoomController)] = []
  }

  /// Asks every source for what its role lacks.
  func update(for sight: Sight, at now: Double) -> Outcome {
    var outcome = Outcome()
    guard !sight.stage.surface.isEmpty else { return outcome }
    for loader in all {
      guard let info = loader.info, loader.failure == nil else { continue }
      let drawn = loader.drawnFrame
      switch loader.role {
      case .shown where loader.id == sight.stage.shown:
        if updateShown(loader, info, for: sight, at: now) { outcome.isDrawable = true }
      case .awaited:
        let opening = sight.opening(info)
        let view = opening.destination
        loader.update(
          PlanInput(
            destination: view, margin: sight.margin(view.scale),
            next: firstStep(of: loader, info, opening, for: sight, at: now),
            prefetches: sight.prefetches),
          renderer: renderer, now: now)
        if loader.becomesDrawable(info.levels.fitLevel(of: view)) {
          outcome.covered.append(loader.id)
        }
        outcome.awaited.append((loader, info, opening))
      case .near:
        let view = sight.first(info).destination
        loader.update(
          PlanInput(destination: view, interest: .fitOnly, margin: sight.margin(view.scale)),
          renderer: renderer, now: now)
      case .shown, .leaving, .layer: break
      }
      if loader.drawnFrame != drawn { outcome.hasOtherFrame = true }
    }
    layerPlans.update(
      self, for: sight, heading: heading, renderer: renderer, at: now, &outcome)
    return outcome
  }

  /// Asks what is shown for what its view lacks; true if it can be drawn from now on.
  private func updateShown(
    _ loader: TileLoader, _ info: SourceInfo, for sight: Sight, at now: Double
  ) -> Bool {
    if let still = sight.stage.still {
      loader.update(
        PlanInput(
          destination: still, interest: .still, margin: sight.baseMargin(at: still.scale)),
        renderer: renderer, now: now)
      return false
    }
    guard let zoom = sight.stage.zoom else { return false }
    let destination = zoom.destination
    heading.note(destination, at: now)
    let motion = heading.motion(
      isMoving: zoom.isMoving(at: now), lacksSince: loader.lacksSince, at: now)
    let memory = memory(on: sight.stage)
    let others = bytesBesideView(on: sight.stage)
    let next = nextStep(of: loader, info, zoom, for: sight, beside: others, at: now)
    let input = PlanInput(
      destination: destination, current: zoom.viewport(at: now),
      interest: sight.isVisible ? .view : .fitOnly, focus: sight.stage.pointer, motion: motion,
      heading: heading.direction, margin: sight.baseMargin(at: destination.scale),
      isFading: sight.isFading,
      budget: loader.playback == nil
        ? memory.tiles(beside: others)
        : memory.tilesWithNext(beside: others, isFiltered: sight.isFiltered),
      next: next, drawnFrame: sight.drawnFrame,
      isResting: next != nil && !zoom.isMoving(at: now) && isWorthReadying(loader, info),
      prefetches: sight.prefetches)
    loader.update(input, renderer: renderer, now: now)
    return loader.becomesDrawable(info.levels.fitLevel(of: destination))
  }

  /// The step that the view is prepared for; a source that moves has its next frames instead.
  private func nextStep(
    of loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, for sight: Sight,
    beside others: Int, at now: Double
  ) -> NextStep? {
    guard sight.preparesNextStep, loader.playback == nil else { return nil }
    let isAlone = sight.isVisible && !sight.isSliding
    let foreseen = foresight.next(
      zoom, pointer: sight.stage.pointer, isComplete: isAlone && loader.isComplete, at: now)
    guard isAlone else { return nil }
    guard let foreseen else { return firstStep(of: loader, info, zoom, for: sight, at: now) }
    let budget = memory(on: sight.stage)
      .tilesWithNext(beside: others, isFiltered: sight.isFiltered)
    return NextStep(to: foreseen, budget: budget)
  }

  /// Whether a source may make itself ready to be looked at closely: every part of it takes long,
  /// and nobody waits for another.
  private func isWorthReadying(_ loader: TileLoader, _ info: SourceInfo) -> Bool {
    loader.source.access == .pass && TilePlanner(info: info).takesLongPass
      && all.allSatisfy { $0.isComplete }
  }

  /// When plans are to be made anew though nothing arrives.
  func deadline(for sight: Sight, after now: Double) -> Double? {
    var deadlines = all.map { $0.source.nextDeadline }
    if let loader = self[sight.stage.shown] {
      if !loader.plan.prefetched.isEmpty { deadlines.append(heading.steadyDeadline(after: now)) }
      if sight.preparesNextStep, sight.isVisible, !sight.stage.surface.isEmpty,
        sight.stage.zoom != nil, loader.info != nil, loader.failure == nil, loader.playback == nil
      {
        deadlines.append(foresight.deadline)
      }
    }
    deadlines.append(layerPlans.deadline(self, sight.layers, heading: heading, after: now))
    return deadlines.compactMap { $0 }.min()
  }
}

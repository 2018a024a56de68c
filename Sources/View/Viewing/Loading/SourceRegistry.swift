import Tiles
import Tiling
import Zooming

/// A view's sources: the role of each, and what is requested from it.
///
/// It belongs to the view's thread, and never blocks it. Times are seconds of the view's clock.
final class SourceRegistry {
  private let renderer: any FrameRenderer
  private var loaders: [SourceID: TileLoader] = [:]
  private var heading = ViewHeading()
  private var stepPrefetch = StepPrefetch()
  private var layerPlans = LayerPlans()

  /// Creates an empty registry; `renderer` gets the tiles.
  init(_ renderer: any FrameRenderer) { self.renderer = renderer }

  /// The loader of a source; `nil` if the source was not added.
  subscript(_ id: SourceID?) -> TileLoader? { id.flatMap { loaders[$0] } }

  /// The loaders of all sources, in no particular order.
  var all: Dictionary<SourceID, TileLoader>.Values { loaders.values }

  func add(_ source: any TileSource, as role: SourceRole) {
    loaders[source.id] = TileLoader(source, role: role)
  }

  /// Closes a source and drops its tiles; returns false if there is none.
  func remove(_ id: SourceID) -> Bool {
    guard let loader = loaders.removeValue(forKey: id) else { return false }
    loader.source.close()
    renderer.drop(id)
    layerPlans.forget(id)
    return true
  }

  func close() {
    for loader in all { loader.source.close() }
    loaders.removeAll()
  }

  // MARK: Plans

  /// The effects of new plans on the view.
  struct Outcome {
    /// True if a source switches to another animation frame or to other colours.
    var hasOtherFrame = false
    /// True if the shown source becomes drawable.
    var isDrawable = false
    /// The sources of which every pixel becomes drawable.
    var covered: [SourceID] = []
    /// The pending sources, and the view that each starts with.
    var pending: [(loader: TileLoader, info: SourceInfo, opening: ZoomController)] = []
  }

  /// Requests from every source the tiles that its role needs.
  func update(for visibility: Visibility, at now: Double) -> Outcome {
    var outcome = Outcome()
    guard !visibility.viewState.surface.isEmpty else { return outcome }
    for loader in all {
      guard let info = loader.info, loader.failure == nil else { continue }
      let drawn = loader.drawnFrame
      switch loader.role {
      case .shown where loader.id == visibility.viewState.shown:
        if updateShown(loader, info, for: visibility, at: now) { outcome.isDrawable = true }
      case .pending:
        let opening = visibility.opening(info)
        let view = opening.destination
        loader.update(
          PlanInput(
            destination: view, margin: visibility.margin(view.scale),
            next: firstStep(of: loader, info, opening, for: visibility, at: now),
            prefetches: visibility.prefetches, partLevel: visibility.partLevel(info)),
          renderer: renderer, now: now)
        if loader.becomesDrawable(info.levels.fitLevel(of: view)) {
          outcome.covered.append(loader.id)
        }
        outcome.pending.append((loader, info, opening))
      case .near:
        let view = visibility.first(info).destination
        loader.update(
          PlanInput(destination: view, interest: .fitOnly, margin: visibility.margin(view.scale)),
          renderer: renderer, now: now)
      case .shown, .leaving, .layer: break
      }
      if loader.drawnFrame != drawn { outcome.hasOtherFrame = true }
    }
    layerPlans.update(
      self, for: visibility, heading: heading, renderer: renderer, at: now, &outcome)
    return outcome
  }

  /// Requests the tiles that the shown source needs; returns true if it becomes drawable.
  private func updateShown(
    _ loader: TileLoader, _ info: SourceInfo, for visibility: Visibility, at now: Double
  ) -> Bool {
    if let still = visibility.viewState.still {
      loader.update(
        PlanInput(
          destination: still, interest: .still, margin: visibility.baseMargin(at: still.scale)),
        renderer: renderer, now: now)
      return false
    }
    guard let zoom = visibility.viewState.zoom else { return false }
    let destination = zoom.destination
    heading.note(destination, at: now)
    let motion = heading.motion(
      isMoving: zoom.isMoving(at: now), missingSince: loader.missingSince, at: now)
    let memory = memory(on: visibility.viewState)
    let others = bytesBesideView(on: visibility.viewState)
    let next = nextStep(of: loader, info, zoom, for: visibility, beside: others, at: now)
    let input = PlanInput(
      destination: destination, current: zoom.viewport(at: now),
      interest: visibility.isVisible ? .view : .fitOnly, focus: visibility.viewState.pointer,
      motion: motion,
      heading: heading.direction, margin: visibility.baseMargin(at: destination.scale),
      isFading: visibility.isFading,
      budget: loader.playback == nil
        ? memory.tiles(beside: others)
        : memory.tilesWithNext(beside: others, isFiltered: visibility.isFiltered),
      next: next, drawnFrame: visibility.drawnFrame,
      isResting: next != nil && !zoom.isMoving(at: now) && isWorthReadying(loader, info),
      prefetches: visibility.prefetches, partLevel: visibility.partLevel(info))
    loader.update(input, renderer: renderer, now: now)
    return loader.becomesDrawable(info.levels.fitLevel(of: destination))
  }

  /// Returns the zoom step to prefetch; an animation prefetches its next frames instead.
  private func nextStep(
    of loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, for visibility: Visibility,
    beside others: Int, at now: Double
  ) -> NextStep? {
    guard visibility.preparesNextStep, loader.playback == nil else { return nil }
    let isAlone = visibility.isVisible && !visibility.isSliding
    let predicted = stepPrefetch.next(
      zoom, pointer: visibility.viewState.pointer, isComplete: isAlone && loader.isComplete, at: now
    )
    guard isAlone else { return nil }
    guard let predicted else { return firstStep(of: loader, info, zoom, for: visibility, at: now) }
    let budget = memory(on: visibility.viewState)
      .tilesWithNext(beside: others, isFiltered: visibility.isFiltered)
    return NextStep(to: predicted, budget: budget)
  }

  /// True if a source may prepare itself for a close look: each of its parts takes a long pass, and
  /// no source has missing tiles.
  private func isWorthReadying(_ loader: TileLoader, _ info: SourceInfo) -> Bool {
    loader.source.access == .pass && TilePlanner(info: info).takesLongPass
      && all.allSatisfy { $0.isComplete }
  }

  /// When to plan again without an event.
  func deadline(for visibility: Visibility, after now: Double) -> Double? {
    var deadlines = all.map { $0.source.nextDeadline }
    if let loader = self[visibility.viewState.shown] {
      if !loader.plan.prefetched.isEmpty { deadlines.append(heading.steadyDeadline(after: now)) }
      if visibility.preparesNextStep, visibility.isVisible, !visibility.viewState.surface.isEmpty,
        visibility.viewState.zoom != nil, loader.info != nil, loader.failure == nil,
        loader.playback == nil
      {
        deadlines.append(stepPrefetch.deadline)
      }
    }
    deadlines.append(layerPlans.deadline(self, visibility.layers, heading: heading, after: now))
    return deadlines.compactMap { $0 }.min()
  }
}

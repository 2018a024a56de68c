import Geometry
import Tiles
import Tiling
import Zooming

/// Plans the layers: visible ones as finely as memory allows, the others without any tiles.
struct LayerPlans {
  private var detail = LayerDetail()
  private var rest = HiddenLayers()

  private struct Plan {
    var layer: ViewLayer
    var loader: TileLoader
    var levels: SourceLevels
    var destination: Viewport
    var current: Viewport
    var margin: Int
  }

  mutating func forget(_ id: SourceID) { rest.end(id) }

  /// Updates the requests to the sources of all layers: tiles for visible layers, none for the
  /// others.
  mutating func update(
    _ registry: SourceRegistry, for visibility: Visibility, heading: ViewHeading,
    renderer: any FrameRenderer,
    at now: Double, _ outcome: inout SourceRegistry.Outcome
  ) {
    let loaders = registry.all.filter { $0.role == .layer }
    guard !loaders.isEmpty else { return }
    let plans = plans(registry, for: visibility, at: now)
    let planned = Set(plans.map(\.layer.source))
    let resting = loaders.filter { !planned.contains($0.id) }
    for loader in loaders where planned.contains(loader.id) { rest.end(loader.id) }
    for loader in resting {
      let isKept =
        rest.note(loader.id, at: now) && visibility.layers.contains { $0.source == loader.id }
      loader.rest(
        surface: visibility.viewState.surface, keepsTiles: isKept, renderer: renderer, now: now)
    }
    shareDetail(among: plans, registry, for: visibility)
    for plan in plans {
      let drawn = plan.loader.drawnFrame
      let input = input(plan, registry, for: visibility, heading: heading, at: now)
      plan.loader.update(input, renderer: renderer, now: now)
      if plan.loader.becomesDrawable(plan.levels.fitLevel(of: input.destination)) {
        outcome.covered.append(plan.layer.source)
      }
      if plan.loader.drawnFrame != drawn { outcome.hasOtherFrame = true }
    }
    // Hidden layers must not take memory from visible ones.
    guard registry.bytesInUse > registry.memory(on: visibility.viewState).total else { return }
    for loader in resting {
      loader.rest(
        surface: visibility.viewState.surface, keepsTiles: false, renderer: renderer, now: now)
    }
  }

  private func plans(_ registry: SourceRegistry, for visibility: Visibility, at now: Double)
    -> [Plan]
  {
    let viewState = visibility.viewState
    // The shown source comes first: until it can be drawn, layers must not take processor time from
    // it.
    guard registry[viewState.shown]?.isDrawable == true,
      let destination = viewState.zoom?.destination ?? viewState.still
    else { return [] }
    let current = viewState.zoom?.viewport(at: now) ?? destination
    return registry.seen(of: visibility.layers).compactMap { layer, loader, info in
      let destination = destination.layer(info.extent, at: layer.place)
      let current = current.layer(info.extent, at: layer.place)
      let margin = visibility.margin(of: layer, in: destination)
      guard
        destination.isOnSurface(margin: margin)
          || current.isOnSurface(margin: visibility.margin(of: layer, in: current))
      else { return nil }
      return Plan(
        layer: layer, loader: loader, levels: info.levels, destination: destination,
        current: current, margin: margin)
    }
  }

  private func input(
    _ plan: Plan, _ registry: SourceRegistry, for visibility: Visibility, heading: ViewHeading,
    at now: Double
  ) -> PlanInput {
    let halvings = detail.halvings[plan.layer.source] ?? 0
    let destination = plan.destination.coarser(halvings: halvings)
    let margin = LayerDetail.coarser(plan.margin, halvings: halvings)
    guard let zoom = visibility.viewState.zoom else {
      return PlanInput(destination: destination, interest: .still, margin: margin)
    }
    return PlanInput(
      destination: destination, current: plan.current.coarser(halvings: halvings),
      interest: visibility.isVisible ? .view : .fitOnly,
      focus: visibility.viewState.pointer.map { $0 * (1 / Double(1 << halvings)) },
      motion: heading.motion(
        isMoving: zoom.isMoving(at: now), missingSince: plan.loader.missingSince, at: now),
      heading: heading.direction, margin: margin,
      budget: registry.memory(on: visibility.viewState)
        .tiles(beside: bytes(beside: plan.loader, in: destination, registry)),
      prefetches: visibility.prefetches && halvings == 0)
  }

  /// Divides what the shown source leaves of the budget among the layers, bottom first.
  private mutating func shareDetail(
    among plans: [Plan], _ registry: SourceRegistry, for visibility: Visibility
  ) {
    guard let shown = visibility.viewState.shown, let info = registry[shown]?.info,
      let view = visibility.viewState.zoom?.destination
    else {
      detail = LayerDetail()
      return
    }
    let base = LayerDetail.Need(
      source: shown, view: view, levels: info.levels, margin: visibility.baseMargin(at: view.scale))
    let memory = registry.memory(on: visibility.viewState)
    // Reserve room for tiles in transit; `mostTiles` is three times the surface's bytes.
    let passing = memory.mostTiles / 3
    detail.update(
      plans.map {
        .init(
          source: $0.layer.source, view: $0.destination, levels: $0.levels, margin: $0.margin)
      }, room: memory.total - passing - LayerDetail.bytes(base, halvings: 0))
  }

  /// Returns the bytes that a layer can't give up: everything except its own tiles outside the fit
  /// level.
  private func bytes(beside layer: TileLoader, in view: Viewport, _ registry: SourceRegistry) -> Int
  {
    let fit = layer.info?.levels.fitLevel(of: view)
    return registry.all.reduce(0) { sum, loader in
      let isOther = loader !== layer
      return sum + loader.source.memoryBytes
        + loader.residency.byteCount { isOther || $0.level == fit }
        + (isOther ? loader.comingBytes : 0)
    }
  }

  /// When to plan the layers again without an event.
  func deadline(
    _ registry: SourceRegistry, _ layers: [ViewLayer], heading: ViewHeading, after now: Double
  ) -> Double? {
    guard !layers.isEmpty || !rest.isEmpty else { return nil }
    let rest = rest.deadline { registry[$0]?.tiles.isEmpty == false }
    let isPrefetching = layers.contains { registry[$0.source]?.plan.prefetched.isEmpty == false }
    return [rest, isPrefetching ? heading.steadyDeadline(after: now) : nil].compactMap { $0 }.min()
  }
}

extension Viewport {
  /// True if any part of a layer is on the surface or within the margin that filters sample.
  fileprivate func isOnSurface(margin: Int) -> Bool {
    let reach = Double(margin)
    let place = shownRect
    return place.minX < Double(surface.width) + reach && place.maxX > -reach
      && place.minY < Double(surface.height) + reach && place.maxY > -reach
  }
}

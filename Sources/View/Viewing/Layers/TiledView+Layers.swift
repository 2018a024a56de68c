import Geometry
import Rendering
import Tiles
import Tiling
import Zooming

/// Layers: sources that lie over what is shown, each with its own tiles.
extension TiledView {
  /// The layer of a source, as it is seen over what is shown; `nil` for none.
  private func layer(of id: SourceID) -> ViewLayer? { layers.first { $0.source == id } }

  /// The layers that could be seen, the lowest first, each source once, with what is known of it.
  private var seenLayers: [(layer: ViewLayer, info: SourceInfo)] {
    var seen: Set<SourceID> = []
    return layers.compactMap { layer in
      guard seen.insert(layer.source).inserted, layer.shows,
        let loader = loaders[layer.source], loader.role == .layer, let info = loader.info,
        layer.place.holds(info.extent)
      else { return nil }
      return (layer, info)
    }
  }

  /// The layers of a frame.
  var frameLayers: [Frame.Layer] {
    guard !layers.isEmpty else { return [] }
    return seenLayers.map { layer, info in
      var drawn = Frame.Layer(
        picture: layer.source, pictureFrame: loaders[layer.source]?.drawnFrame ?? FrameVersion(),
        levels: info.levels, place: layer.place,
        opacity: min(layer.opacity, 1), isFiltered: layer.isFiltered, hasAlpha: info.hasAlpha)
      drawn.light = loaders[layer.source]?.drawnLight ?? PictureLight(info)
      return drawn
    }
  }

  /// Whether every layer that is seen has its tiles, or will never have them.
  var layersAreComplete: Bool {
    layers.allSatisfy { layer in
      guard layer.shows, let loader = loaders[layer.source], loader.role == .layer else {
        return true
      }
      return loader.failure != nil || loader.info != nil && loader.isComplete
    }
  }

  /// How far filters look beyond a layer, in device pixels.
  private func margin(of layer: ViewLayer, in view: Viewport) -> Int {
    layer.isFiltered ? margin(at: view.scale) : 0
  }

  /// Whether any of a layer lies on the surface or where filters look.
  private func isOnSurface(_ view: Viewport, margin: Int) -> Bool {
    let reach = Double(margin)
    let place = view.shownRect
    return place.minX < Double(view.surface.width) + reach && place.maxX > -reach
      && place.minY < Double(view.surface.height) + reach && place.maxY > -reach
  }

  // MARK: Plans

  /// Asks the sources of all layers for what is seen of them, and the others for nothing.
  func updateLayerPlans(at now: Double) {
    guard loaders.values.contains(where: { $0.role == .layer }) else { return }
    var planned: [LayerPlan] = []
    // What is shown comes first: until it can be drawn layers take no processor from it.
    if let shown, loaders[shown]?.isDrawable == true,
      let destination = zoom?.destination ?? stage.still
    {
      let current = zoom?.viewport(at: now) ?? destination
      planned = seenLayers.compactMap { plan($0, $1, to: destination, from: current) }
    }
    for (id, loader) in loaders where loader.role == .layer {
      guard !planned.contains(where: { $0.layer.source == id }) else {
        layerRest.end(id)
        continue
      }
      let isKept = layerRest.note(id, at: now) && layer(of: id) != nil
      loader.rest(surface: surface, keepsTiles: isKept, renderer: renderer, now: now)
    }
    shareDetail(among: planned)
    for plan in planned {
      let drawn = loaders[plan.layer.source]?.drawnFrame
      update(plan, at: now)
      if loaders[plan.layer.source]?.drawnFrame != drawn { frames.note(.tiles) }
    }
    // What is not seen must not take the room of what is.
    let isCrowded = bytesInUse > memory.total
    for (id, loader) in loaders where isCrowded && loader.role == .layer {
      guard !planned.contains(where: { $0.layer.source == id }) else { continue }
      loader.rest(surface: surface, keepsTiles: false, renderer: renderer, now: now)
    }
  }

  /// Bytes of all tiles that are there or coming, and of what makes them.
  private var bytesInUse: Int {
    loaders.values.reduce(0) {
      $0 + $1.source.memoryBytes + $1.residency.byteCount() + $1.comingBytes
    }
  }

  /// What one layer is planned by.
  private struct LayerPlan {
    var layer: ViewLayer
    var levels: SourceLevels
    var destination: Viewport
    var current: Viewport
    var margin: Int
  }

  private func plan(
    _ layer: ViewLayer, _ info: SourceInfo, to destination: Viewport, from current: Viewport
  ) -> LayerPlan? {
    let destination = destination.layer(info.extent, at: layer.place)
    let current = current.layer(info.extent, at: layer.place)
    let margin = margin(of: layer, in: destination)
    guard
      isOnSurface(destination, margin: margin)
        || isOnSurface(current, margin: self.margin(of: layer, in: current))
    else { return nil }
    return LayerPlan(
      layer: layer, levels: info.levels, destination: destination, current: current,
      margin: margin)
  }

  private func update(_ plan: LayerPlan, at now: Double) {
    guard let loader = loaders[plan.layer.source] else { return }
    let halvings = layerDetail.halvings[plan.layer.source] ?? 0
    let destination = plan.destination.coarser(halvings: halvings)
    let margin = LayerDetail.coarser(plan.margin, halvings: halvings)
    let input: PlanInput
    if let zoom {
      input = PlanInput(
        destination: destination, current: plan.current.coarser(halvings: halvings),
        interest: isVisible ? .view : .fitOnly,
        focus: pointer.map { $0 * (1 / Double(1 << halvings)) },
        motion: heading.motion(
          isMoving: zoom.isMoving(at: now), lacksSince: loader.lacksSince, at: now),
        heading: heading.direction, margin: margin,
        budget: memory.tiles(beside: bytes(beside: loader, in: destination)),
        prefetches: settings.prefetches && halvings == 0)
    } else {
      input = PlanInput(destination: destination, interest: .still, margin: margin)
    }
    loader.update(input, renderer: renderer, now: now)
    noteCovered(loader, plan.levels.fitLevel(of: destination))
  }

  // MARK: Memory

  /// Lets the layers have what what is shown leaves of the budget, the lowest first.
  private func shareDetail(among plans: [LayerPlan]) {
    guard let shown, let info = loaders[shown]?.info, let view = zoom?.destination else {
      layerDetail = LayerDetail()
      return
    }
    let base = LayerDetail.Need(
      source: shown, view: view, levels: info.levels, margin: baseMargin(at: view.scale))
    // Tiles that are being made need room, too: the surface's own size of it comes and goes.
    let passing = memory.mostTiles / 3
    layerDetail.update(
      plans.map {
        .init(
          source: $0.layer.source, view: $0.destination, levels: $0.levels, margin: $0.margin)
      }, room: memory.total - passing - LayerDetail.bytes(base, halvings: 0))
  }

  /// Bytes of everything but what one layer could give up: its own tiles other than the whole's.
  private func bytes(beside layer: TileLoader, in view: Viewport) -> Int {
    let fit = layer.info?.levels.fitLevel(of: view)
    return loaders.values.reduce(0) { sum, loader in
      let isOther = loader !== layer
      return sum + loader.source.memoryBytes
        + loader.residency.byteCount { isOther || $0.level == fit }
        + (isOther ? loader.comingBytes : 0)
    }
  }

  // MARK: What comes

  /// Whether a tile of a layer that has come is seen.
  func isSeen(_ key: TileKey, ofLayer id: SourceID, in view: Viewport) -> Bool {
    guard let (layer, info) = seenLayers.first(where: { $0.layer.source == id }) else {
      return false
    }
    let view = view.layer(info.extent, at: layer.place)
    return view.visibleTiles(of: key.level, margin: margin(of: layer, in: view)).contains(key)
  }

  /// When layers are to be looked at again though nothing arrives.
  func layerDeadline(after now: Double) -> Double? {
    guard !layers.isEmpty || !layerRest.isEmpty else { return nil }
    let rest = layerRest.deadline { loaders[$0]?.tiles.isEmpty == false }
    let isAhead = layers.contains { loaders[$0.source]?.plan.prefetched.isEmpty == false }
    return [rest, isAhead ? heading.steadyDeadline(after: now) : nil].compactMap { $0 }.min()
  }
}

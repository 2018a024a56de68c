import Platform
import Tiles
import Tiling
import Zooming

/// Memory: what all sources and their tiles take, and what another may.
extension SourceBook {
  /// What tiles may take on a stage.
  func memory(on stage: Stage) -> MemoryBudget {
    MemoryBudget(
      surface: stage.surface, shape: self[stage.shown]?.info?.levels.shape ?? .usual)
  }

  /// Bytes of what stays while the view changes: whole pictures, this one and those beside it, and
  /// what sources hold for tiles that are being made.
  func bytesBesideView(on stage: Stage) -> Int {
    all.reduce(0) { sum, loader in
      let fit: Level? =
        loader.id == stage.shown
        ? stage.zoom.flatMap { loader.info?.levels.fitLevel(of: $0.destination) } : nil
      return sum + loader.source.memoryBytes
        + loader.residency.byteCount {
          fit == nil || $0.level == fit && $0.version == loader.drawnFrame
        }
        + (loader.role == .layer ? loader.comingBytes : 0)
    }
  }

  /// Bytes of all tiles that are there or coming, and of what makes them.
  var bytesInUse: Int {
    all.reduce(0) {
      $0 + $1.source.memoryBytes + $1.residency.byteCount() + $1.comingBytes
    }
  }

  /// Bytes that sources hold for tiles that are being made, and of all tiles that could be drawn.
  var memoryUse: (arenas: Int, tiles: Int) {
    all.reduce((0, 0)) {
      ($0.0 + $1.source.memoryBytes, $0.1 + $1.residency.byteCount())
    }
  }

  /// Whether another source may be added beside what is shown: what the view has prefetched gives
  /// way to it, but not what it shows.
  func hasRoomForAnother(on stage: Stage) -> Bool {
    var bytes = bytesBesideView(on: stage)
    if let view = stage.zoom?.destination, let levels = self[stage.shown]?.info?.levels,
      levels.exactLevel(of: view) != levels.fitLevel(of: view)
    {
      bytes += view.visibleTiles(of: levels.exactLevel(of: view)).keys
        .reduce(0) { $0 + $1.layout.byteCount }
    }
    return memory(on: stage).hasRoomForNeighbour(beside: bytes)
  }

  /// The step whose tiles are made in the pass that makes the whole picture, until the view changes
  /// or another step is foreseen.
  func firstStep(
    of loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, for sight: Sight,
    at now: Double
  ) -> NextStep? {
    guard sight.preparesNextStep, sight.isVisible, loader.playback == nil else { return nil }
    let stage = sight.stage
    let view = zoom.destination
    // Settled once: giving up half of a pass, or beginning it anew, would be for nothing.
    if let first = loader.firstStep, first.start == view { return first.next }
    loader.firstStep = nil
    guard
      TilePlanner(info: info)
        .isInFirstPass(
          view, resident: loader.tiles, access: loader.source.access, processors: Processors.count),
      let step = StepForesight.step(from: zoom, pointer: stage.pointer, at: now)
    else { return nil }
    let fit = TileGrid(of: info.levels.fitLevel(of: view)).keys
      .reduce(0) { $0 + $1.layout.byteCount }
    let shape = info.levels.shape
    let ahead = NextStep.slotsAhead(
      of: stage.surface, margin: sight.margin(view.scale), shape: shape)
    // The fit view takes its room twice, as a preview and as itself.
    let budget = memory(on: stage).tilesWithNext(
      beside: bytesBesideView(on: stage) + 2 * fit + ahead * shape.slotBytes,
      isFiltered: sight.isFiltered)
    let next = NextStep(to: step, budget: budget)
    loader.firstStep = (view, next)
    return next
  }
}

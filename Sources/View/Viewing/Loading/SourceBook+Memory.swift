import Platform
import Tiles
import Tiling
import Zooming

/// The memory that sources and their tiles use, and what another source may use.
extension SourceBook {
  /// Returns the budget for tiles on a stage.
  func memory(on stage: Stage) -> MemoryBudget {
    MemoryBudget(
      surface: stage.surface, shape: self[stage.shown]?.info?.levels.shape ?? .usual)
  }

  /// Returns the bytes that stay allocated while the view changes: the shown source's fit view, all
  /// tiles of the other sources, and the memory of all sources for tiles in progress.
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

  /// The bytes of all tiles that are resident or requested, and of the memory that makes them.
  var bytesInUse: Int {
    all.reduce(0) {
      $0 + $1.source.memoryBytes + $1.residency.byteCount() + $1.comingBytes
    }
  }

  /// The bytes of memory for tiles in progress, and of all resident tiles.
  var memoryUse: (arenas: Int, tiles: Int) {
    all.reduce((0, 0)) {
      ($0.0 + $1.source.memoryBytes, $0.1 + $1.residency.byteCount())
    }
  }

  /// Returns true if another source can be added: the view gives up its prefetched tiles for it,
  /// but not its visible ones.
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

  /// Returns the zoom step whose tiles are made in the same pass as the whole picture.
  ///
  /// It stays the same until the view changes or another step is predicted.
  func firstStep(
    of loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, for sight: Sight,
    at now: Double
  ) -> NextStep? {
    guard sight.preparesNextStep, sight.isVisible, loader.playback == nil else { return nil }
    let stage = sight.stage
    let view = zoom.destination
    // Keep the decision: to drop half of a pass, or to restart it, would waste work.
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
    // The fit view needs memory twice: as a preview and as exact tiles.
    let budget = memory(on: stage).tilesWithNext(
      beside: bytesBesideView(on: stage) + 2 * fit + ahead * shape.slotBytes,
      isFiltered: sight.isFiltered)
    let next = NextStep(to: step, budget: budget)
    loader.firstStep = (view, next)
    return next
  }
}

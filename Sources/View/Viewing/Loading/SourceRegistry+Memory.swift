import Platform
import Tiles
import Tiling
import Zooming

/// The memory that sources and their tiles use, and what another source may use.
extension SourceRegistry {
  /// Returns the budget for tiles in a state of the view.
  func memory(on viewState: ViewState) -> MemoryBudget {
    MemoryBudget(
      surface: viewState.surface, shape: self[viewState.shown]?.info?.levels.shape ?? .usual)
  }

  /// Returns the bytes that stay allocated while the view changes: the shown source's fit view, all
  /// tiles of the other sources, and the memory of all sources for tiles in progress.
  func bytesBesideView(on viewState: ViewState) -> Int {
    all.reduce(0) { sum, loader in
      let fit: Level? =
        loader.id == viewState.shown
        ? viewState.zoom.flatMap { loader.info?.levels.fitLevel(of: $0.destination) } : nil
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
  func hasRoomForAnother(on viewState: ViewState) -> Bool {
    var bytes = bytesBesideView(on: viewState)
    if let view = viewState.zoom?.destination, let levels = self[viewState.shown]?.info?.levels,
      levels.exactLevel(of: view) != levels.fitLevel(of: view)
    {
      bytes += view.visibleTiles(of: levels.exactLevel(of: view)).keys
        .reduce(0) { $0 + $1.layout.byteCount }
    }
    return memory(on: viewState).hasRoomForNeighbour(beside: bytes)
  }

  /// Returns the zoom step whose tiles are made in the same pass as the whole picture.
  ///
  /// It stays the same until the view changes or another step is predicted.
  func firstStep(
    of loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, for visibility: Visibility,
    at now: Double
  ) -> NextStep? {
    guard visibility.preparesNextStep, visibility.isVisible, loader.playback == nil else {
      return nil
    }
    return loader.firstStep(from: zoom.destination) {
      predictFirstStep(of: loader, info, zoom, for: visibility, at: now)
    }
  }

  private func predictFirstStep(
    of loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, for visibility: Visibility,
    at now: Double
  ) -> NextStep? {
    let viewState = visibility.viewState
    let view = zoom.destination
    guard
      TilePlanner(info: info)
        .isInFirstPass(
          view, resident: loader.tiles, access: loader.source.access, processors: Processors.count),
      let step = StepPrefetch.step(from: zoom, pointer: viewState.pointer, at: now)
    else { return nil }
    let fit = TileGrid(of: info.levels.fitLevel(of: view)).keys
      .reduce(0) { $0 + $1.layout.byteCount }
    let shape = info.levels.shape
    let prefetched = NextStep.prefetchSlots(
      of: viewState.surface, margin: visibility.margin(view.scale), shape: shape)
    // The fit view needs memory twice: as a preview and as exact tiles.
    let budget = memory(on: viewState).tilesWithNext(
      beside: bytesBesideView(on: viewState) + 2 * fit + prefetched * shape.slotBytes,
      isFiltered: visibility.isFiltered)
    return NextStep(to: step, budget: budget)
  }
}

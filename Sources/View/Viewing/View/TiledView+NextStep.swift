import Geometry
import Platform
import Tiles
import Tiling
import Zooming

/// What a view is prepared for where a tile takes a pass: the next step of a zoom.
extension TiledView {
  /// The step that the view is prepared for; a source that moves has its next frames instead.
  func nextStep(
    of loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, beside others: Int,
    at now: Double
  ) -> NextStep? {
    guard preparesNextStep, loader.playback == nil else { return nil }
    let isAlone = isVisible && slide == nil
    let foreseen = foresight.next(
      zoom, pointer: pointer, isComplete: isAlone && loader.isComplete, at: now)
    guard isAlone else { return nil }
    guard let foreseen else { return firstStep(of: loader, info, zoom, at: now) }
    let budget = memory.tilesWithNext(beside: others, isFiltered: !filters.links.isEmpty)
    return NextStep(to: foreseen, budget: budget)
  }

  /// The step whose tiles are made in the pass that makes the whole picture, until the view changes
  /// or another step is foreseen.
  func firstStep(
    of loader: TileLoader, _ info: SourceInfo, _ zoom: ZoomController, at now: Double
  ) -> NextStep? {
    guard preparesNextStep, isVisible, loader.playback == nil else { return nil }
    let view = zoom.destination
    // Settled once: giving up half of a pass, or beginning it anew, would be for nothing.
    if let first = loader.firstStep, first.start == view { return first.next }
    loader.firstStep = nil
    guard
      TilePlanner(info: info)
        .isInFirstPass(
          view, resident: loader.tiles, access: loader.source.access, processors: Processors.count),
      let step = StepForesight.step(from: zoom, pointer: pointer, at: now)
    else { return nil }
    let fit = TileGrid(of: info.levels.fitLevel(of: view)).keys
      .reduce(0) { $0 + $1.layout.byteCount }
    let shape = info.levels.shape
    let ahead = NextStep.slotsAhead(of: surface, margin: margin(at: view.scale), shape: shape)
    // The fit view takes its room twice, as a preview and as itself.
    let budget = memory.tilesWithNext(
      beside: bytesBesideView + 2 * fit + ahead * shape.slotBytes,
      isFiltered: !filters.links.isEmpty)
    let next = NextStep(to: step, budget: budget)
    loader.firstStep = (view, next)
    return next
  }
}

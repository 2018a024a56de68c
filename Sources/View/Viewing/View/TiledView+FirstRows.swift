import Tiles
import Zooming

/// The first picture's rows, shown just before all of them are there.
extension TiledView {
  /// Whether rows of a picture are on the screen that is not shown yet.
  package var showsFirstRows: Bool { frames.showsFirstRows }

  /// Shows rows of the first picture ahead of the others, where these come very soon.
  func showFirstRows(
    of loader: TileLoader, _ info: SourceInfo, _ opening: ZoomController, at now: Double
  ) {
    guard !loader.isDrawable, frames.newest == nil, shown == nil, isVisible, !showsBackdrop,
      renderer.takesFrames, let since = loader.lacksSince
    else { return }
    let view = opening.viewport(at: now)
    let frame = loader.drawnFrame
    let end = frames.rowsAhead(
      of: info.levels.fitLevel(of: view), in: view, since: since, now: now
    ) { loader.tiles[$0.inFrame(frame)] != nil }
    guard let end else { return }
    renderer.showAhead(compose(loader.id, through: opening, at: now), above: end)
  }
}

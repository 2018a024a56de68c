import Tiles
import Zooming

/// The first picture's rows, shown shortly before the picture is complete.
extension TiledView {
  /// True if the first rows of a picture are on the screen, but no frame.
  package var showsFirstRows: Bool { frames.showsFirstRows }

  /// Shows the first rows of the first picture if the others follow very soon.
  func showFirstRows(
    of loader: TileLoader, _ info: SourceInfo, _ opening: ZoomController, at now: Double
  ) {
    guard !loader.isDrawable, frames.newest == nil, shown == nil, isVisible, !showsBackdrop,
      renderer.takesFrames, let since = loader.missingSince
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

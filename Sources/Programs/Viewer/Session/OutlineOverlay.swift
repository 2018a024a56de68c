import Viewing

/// Outlines of the tiles, for whoever wants to see what a view is made of.
final class OutlineOverlay {
  private var isOn = false
  private var last: TileOutlines?
  private var lastTime = 0.0

  /// Shows or hides them.
  func toggle() { isOn.toggle() }

  /// Draws them anew where they have changed.
  func update(of view: TiledView, in notices: Notices, at now: Double) {
    guard isOn, let shown = view.shown, let levels = view.info(of: shown)?.levels,
      let zoom = view.zoom, view.isVisible
    else {
      if last != nil { notices.set(.tiles, drawing: nil) }
      last = nil
      return
    }
    let tiles = view.tiles(of: shown)
    let outlines = TileOutlines(
      of: zoom.viewport(at: now), levels: levels, frame: view.drawnFrame,
      resident: tiles.resident, arrivals: tiles.arrivals,
      magnification: view.settings.magnification, at: now)
    lastTime = max(lastTime, now.rounded(.down))
    guard outlines != last else { return }
    last = outlines
    notices.set(.tiles, drawing: outlines.drawing(scale: notices.interfaceScale))
  }

  /// When ages have to be written anew: while they are shown, every second.
  var deadline: Double? { last == nil ? nil : lastTime + 1 }
}

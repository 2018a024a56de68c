import Viewing

extension PanelID {
  static let tiles: PanelID = "tiles"
}

/// Outlines of the tiles that a view consists of, for debugging.
final class OutlineOverlay: Panel {
  private let view: TiledView
  private(set) var isShown = false
  private var last: TileOutlines?
  private var lastTime = 0.0

  init(_ view: TiledView) { self.view = view }

  func toggle(at now: Double) { isShown.toggle() }

  func update(in notices: Notices, at now: Double) {
    guard isShown, let shown = view.shown, let levels = view.info(of: shown)?.levels,
      let zoom = view.zoom, view.isVisible
    else {
      if last != nil { notices.show(.tiles, nil) }
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
    notices.show(.tiles, .drawing(outlines.drawing(scale: notices.interfaceScale)))
  }

  /// While they are shown, ages are updated every second.
  var deadline: Double? { last == nil ? nil : lastTime + 1 }
}

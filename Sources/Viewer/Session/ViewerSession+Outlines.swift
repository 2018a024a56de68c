import Zooming

/// Outlines of the tiles, for whoever wants to see what a view is made of.
extension ViewerSession {
  /// Shows or hides them.
  func toggleTiles(at now: Double) {
    showsTiles.toggle()
    updateOutlines(at: now)
  }

  /// Draws them anew where they have changed.
  func updateOutlines(at now: Double) {
    guard showsTiles, let current, let levels = current.info?.levels, let zoom, isVisible else {
      if lastOutlines != nil { notices.set(.tiles, drawing: nil) }
      lastOutlines = nil
      return
    }
    let outlines = TileOutlines(
      of: zoom.viewport(at: now), levels: levels, resident: current.residency.tiles,
      arrivals: current.arrivals,
      magnification: magnification, at: now)
    lastOutlinesTime = max(lastOutlinesTime, now.rounded(.down))
    guard outlines != lastOutlines else { return }
    lastOutlines = outlines
    notices.set(.tiles, drawing: outlines.drawing(scale: notices.interfaceScale))
  }

  /// When ages have to be written anew: while they are shown, every second.
  var outlinesDeadline: Double? { lastOutlines == nil ? nil : lastOutlinesTime + 1 }
}

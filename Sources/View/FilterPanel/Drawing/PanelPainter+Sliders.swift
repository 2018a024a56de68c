import Filters
import Geometry
import Text

/// Sliders, and the list of filters.
extension PanelPainter {
  mutating func paintSlider(
    _ row: PanelRow, _ scale: SliderScale, _ number: Double, _ area: Rect, _ placed: PixelRect
  ) {
    guard var track = layout.track(of: row, scale: scale) else { return }
    track.start -= Double(layout.frame.minX)
    let middle = area.center.y.rounded()
    let thickness = px(4)
    let bar = Rect(
      minX: track.start, minY: middle - thickness / 2, maxX: track.start + track.length,
      maxY: middle + thickness / 2)
    let thumb = track.place(of: scale.fraction(of: number)).rounded()
    let neutral = (track.start + track.neutral * track.length).rounded()
    if case .channel(_, _, let channel) = row, case .color(let color)? = panel.value(of: row) {
      // The track shows what the colour would become at each place.
      var (low, high) = (color, color)
      low[channel: channel] = 0
      high[channel: channel] = 1
      if channel < 3 { (low.alpha, high.alpha) = (1, 1) }
      items.append(
        .gradient(
          bar, radius: thickness / 2, from: low.drawing.faded(by: fade),
          to: high.drawing.faded(by: fade)))
      items.append(
        .outline(bar, radius: thickness / 2, width: px(0.5), PanelColors.track.faded(by: fade)))
    } else {
      items.append(.rectangle(bar, radius: thickness / 2, PanelColors.track.faded(by: fade)))
      let fill = Rect(
        minX: min(thumb, neutral), minY: bar.minY, maxX: max(thumb, neutral), maxY: bar.maxY)
      items.append(
        .rectangle(fill, radius: thickness / 2, PanelColors.accent.faded(by: fade)))
      tick(at: neutral, middle)
    }
    paintThumb(at: thumb, middle, isActive: isActive(row))
  }

  private func isActive(_ row: PanelRow) -> Bool {
    if case .slider(let slider)? = panel.drag?.kind, slider.row == row { return true }
    return panel.hover == .slider(row)
  }

  /// Where the default is.
  private mutating func tick(at x: Double, _ middle: Double) {
    let half = px(1) / 2
    let rect = Rect(
      minX: (x - half).rounded(), minY: middle - px(5), maxX: (x - half).rounded() + px(1),
      maxY: middle + px(5))
    items.append(.rectangle(rect, PanelColors.tick.faded(by: fade)))
  }

  private mutating func paintThumb(at x: Double, _ y: Double, isActive: Bool) {
    let radius = (isActive ? 6.5 : 5.5) * metrics.scale
    func disc(_ radius: Double) -> Rect {
      Rect(minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius)
    }
    // A dark ring keeps the thumb apart from what it stands on.
    let ring = radius + 1.5 * metrics.scale
    items.append(.rectangle(disc(ring), radius: ring, PanelColors.shade.faded(by: fade)))
    let color = fade < 1 ? DrawingColor(white: 0.55) : PanelColors.thumb
    items.append(.rectangle(disc(radius), radius: radius, color))
  }

  mutating func paintSearch() {
    guard let listing = panel.listing else { return }
    let rect = local(layout.search)
    let field = Rect(
      minX: rect.minX + px(10), minY: rect.minY + px(6), maxX: rect.maxX - px(10),
      maxY: rect.maxY - px(4))
    items.append(.rectangle(field, radius: px(6), DrawingColor(white: 0, alpha: 0.45)))
    items.append(.outline(field, radius: px(6), width: px(1), PanelColors.accent))
    magnifierIcon(Point(x: field.minX + px(15), y: field.center.y), PanelColors.dim)
    let inner = Rect(
      minX: field.minX + px(22), minY: field.minY, maxX: field.maxX, maxY: field.maxY)
    editedText(listing.field, inner)
    if listing.field.text.isEmpty {
      text(
        "type to find", inner.minX + px(12), inner.maxX - px(6), inner, metrics.textSize,
        PanelColors.dim)
    }
  }

  mutating func paintChoice(_ place: Int, _ rect: Rect) {
    guard let listing = panel.listing, listing.found.indices.contains(place) else { return }
    let filter = listing.found[place]
    let isPlain = filter.summary.isEmpty || filter.summary.lowercased() == filter.name
    let title = filter.summary.isEmpty ? filter.name : filter.summary
    let right = isPlain ? rect.maxX - px(14) : rect.maxX - px(116)
    text(title, rect.minX + px(14), right, rect, metrics.textSize, PanelColors.bright)
    if !isPlain {
      text(
        filter.name, right + px(6), rect.maxX - px(14), rect, metrics.smallSize,
        PanelColors.dim, alignment: .trailing)
    }
  }

  mutating func paintNothingFound() {
    var rect = local(layout.viewport)
    rect.maxY = min(rect.maxY, rect.minY + px(40))
    text(
      "No filter is called so", rect.minX + px(14), rect.maxX - px(14), rect, metrics.textSize,
      PanelColors.dim)
  }
}

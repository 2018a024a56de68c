import Geometry
import Text

/// The drawing of sliders with their names and numbers.
extension ControlPainter {
  mutating func paintSlider(_ row: Placed<ID>.Row, _ rect: Rect) {
    let node = row.node
    guard case .number(let number, let scale, let across) = node.value else { return }
    let area = local(metrics.valueRect(of: row))
    if row.isCompact {
      text(
        node.name, rect.minX + px(26), rect.minX + px(82), rect, metrics.smallSize,
        ControlColors.text)
    } else {
      label(node.name, rect, before: area)
    }
    if !typed(node, area) { written(scale.text(number), node, area, node.valueColor) }
    paintTrack(of: row, number, scale, across: across)
  }

  /// Draws a slider's track and thumb.
  mutating func paintTrack(
    of row: Placed<ID>.Row, _ number: Double, _ scale: SliderScale, across: ColorPair? = nil
  ) {
    let node = row.node
    var track = metrics.track(of: row, scale)
    track.start -= Double(placed.frame.minX)
    let middle = local(metrics.sliderRect(of: row)).center.y.rounded()
    let thumb = track.place(of: scale.fraction(of: number)).rounded()
    paint(track, across, to: thumb, middle)
    let isActive = input.draggedSlider == node.id || input.hover == Target(node.id, .slider)
    paintThumb(at: thumb, middle, isActive: isActive)
  }

  private mutating func paint(
    _ track: SliderTrack, _ across: ColorPair?, to thumb: Double, _ middle: Double
  ) {
    let radius = px(4) / 2
    let bar = Rect(
      minX: track.start, minY: middle - radius, maxX: track.start + track.length,
      maxY: middle + radius)
    if let across {
      // The track shows the colour at each position.
      items.append(
        .gradient(
          bar, radius: radius, from: across.low.faded(by: fade), to: across.high.faded(by: fade)))
      items.append(
        .outline(bar, radius: radius, width: px(0.5), ControlColors.track.faded(by: fade)))
      return
    }
    let neutral = (track.start + track.neutral * track.length).rounded()
    items.append(.rectangle(bar, radius: radius, ControlColors.track.faded(by: fade)))
    let fill = Rect(
      minX: min(thumb, neutral), minY: bar.minY, maxX: max(thumb, neutral), maxY: bar.maxY)
    items.append(.rectangle(fill, radius: radius, ControlColors.accent.faded(by: fade)))
    tick(at: neutral, middle)
  }

  /// Draws the mark of the default value.
  private mutating func tick(at x: Double, _ middle: Double) {
    let half = px(1) / 2
    let rect = Rect(
      minX: (x - half).rounded(), minY: middle - px(5), maxX: (x - half).rounded() + px(1),
      maxY: middle + px(5))
    items.append(.rectangle(rect, ControlColors.tick.faded(by: fade)))
  }

  private mutating func paintThumb(at x: Double, _ y: Double, isActive: Bool) {
    let radius = (isActive ? 6.5 : 5.5) * metrics.scale
    func disc(_ radius: Double) -> Rect {
      Rect(minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius)
    }
    // A dark ring separates the thumb from its background.
    let ring = radius + 1.5 * metrics.scale
    items.append(.rectangle(disc(ring), radius: ring, ControlColors.shade.faded(by: fade)))
    let color = fade < 1 ? PaintColor(white: 0.55) : ControlColors.thumb
    items.append(.rectangle(disc(radius), radius: radius, color))
  }
}

import Filters
import Geometry

/// Sliders that are dragged, and filters that are moved.
extension FilterPanel {
  /// Begins to drag a slider: from where it is if its thumb was pressed, else it comes to the
  /// pointer.
  mutating func grab(_ row: PanelRow, at x: Double, _ layout: PanelLayout) {
    guard let scale = sliderScale(of: row), let number = number(of: row),
      let track = layout.track(of: row, scale: scale)
    else { return }
    let fraction = scale.fraction(of: number)
    let distance = x - track.place(of: fraction)
    var slider = SliderDrag(row: row, x: x, offset: 0)
    if isShiftHeld {
      slider.fine = fraction
    } else if abs(distance) <= Double(layout.metrics.grip) {
      slider.offset = distance
    } else {
      setNumber(value(at: x, on: track, scale), of: row)
    }
    drag?.kind = .slider(slider)
  }

  /// Moves a slider: with Shift a tenth as far, and without the stretch around the default.
  mutating func pull(_ slider: SliderDrag, to x: Double, _ surface: PixelSize) {
    var slider = slider
    guard let scale = sliderScale(of: slider.row),
      let track = PanelLayout(self, surface: surface).track(of: slider.row, scale: scale)
    else { return }
    if let fine = slider.fine {
      let moved = fine + (x - slider.x) / track.length / 10
      slider.fine = moved
      if x != slider.x { setNumber(scale.value(at: moved, step: scale.fineStep), of: slider.row) }
    } else {
      setNumber(value(at: x - slider.offset, on: track, scale), of: slider.row)
    }
    slider.x = x
    drag?.kind = .slider(slider)
  }

  /// Goes on dragging as finely as Shift says.
  mutating func refineDrag(_ surface: PixelSize) {
    guard case .slider(var slider)? = drag?.kind, isShiftHeld != (slider.fine != nil),
      let scale = sliderScale(of: slider.row), let number = number(of: slider.row),
      let track = PanelLayout(self, surface: surface).track(of: slider.row, scale: scale)
    else { return }
    let fraction = scale.fraction(of: number)
    slider.fine = isShiftHeld ? fraction : nil
    slider.offset = slider.x - track.place(of: fraction)
    drag?.kind = .slider(slider)
  }

  private func value(at x: Double, on track: SliderTrack, _ scale: SliderScale) -> Double {
    guard let fraction = track.fraction(at: x) else { return scale.neutral }
    return scale.value(at: fraction, step: scale.step)
  }

  /// Moves a filter past those whose middle the pointer has passed.
  mutating func reorder(_ link: Int, to y: Double, _ surface: PixelSize) {
    var link = link
    for _ in chain.links.indices {
      let layout = PanelLayout(self, surface: surface)
      if let above = layout.block(of: link - 1), y < above.center.y {
        guard move(link, by: -1) else { break }
        link -= 1
      } else if let below = layout.block(of: link + 1), y > below.center.y {
        guard move(link, by: 1) else { break }
        link += 1
      } else {
        break
      }
    }
    drag?.kind = .filter(link: link)
    let viewport = PanelLayout(self, surface: surface).viewport
    // Beyond the rows that are seen, each movement brings more of them.
    if y < Double(viewport.minY) { scroll -= Int(8 * scale) }
    if y > Double(viewport.maxY) { scroll += Int(8 * scale) }
  }
}

extension PanelLayout {
  /// All rows of a filter together; `nil` where there is no such filter.
  func block(of link: Int) -> Rect? {
    let rects = rows.lazy.filter { $0.row.link == link }.map(\.rect)
    let all = rects.reduce(PixelRect(.zero)) { $0.union($1) }
    return all.isEmpty ? nil : Rect(all)
  }
}

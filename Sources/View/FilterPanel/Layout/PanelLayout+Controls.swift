import Filters
import Geometry

/// The controls of the header and of each row.
extension PanelLayout {
  mutating func addControls(_ panel: FilterPanel) {
    let buttons: [PanelControl] =
      panel.listing == nil ? [.close, .split, .compare] : [.close]
    var right = header.maxX - metrics.px(8)
    let top = header.minY + (header.height - metrics.button) / 2
    for button in buttons {
      let rect = PixelRect(
        minX: right - metrics.button, minY: top, maxX: right, maxY: top + metrics.button)
      add(button, rect, within: header)
      right -= metrics.button + metrics.px(2)
    }
    add(.notice, notice, within: notice)
    add(.search, search, within: search)
    for placed in rows {
      let area = placed.isScrolled ? viewport : footer
      for (control, rect) in parts(of: placed.row, in: placed.rect, panel) {
        add(control, rect, within: area)
      }
      add(.row(placed.row), placed.rect, within: area)
    }
  }

  private mutating func add(_ control: PanelControl, _ rect: PixelRect, within area: PixelRect) {
    let seen = rect.intersection(area)
    if !seen.isEmpty { controls.append(PlacedControl(control: control, rect: seen)) }
  }

  /// The smaller things of a row.
  func parts(
    of row: PanelRow, in rect: PixelRect, _ panel: FilterPanel
  ) -> [(PanelControl, PixelRect)] {
    switch row {
    case .filter(let link):
      return [
        (.toggle(row), toggleRect(inFilterRow: rect)),
        (.moveUp(link), buttonRect(2, in: rect)), (.moveDown(link), buttonRect(1, in: rect)),
        (.remove(link), buttonRect(0, in: rect)),
      ]
    case .parameter, .channel:
      guard let kind = panel.parameter(of: row)?.kind else { return [] }
      if panel.sliderScale(of: row) != nil {
        return [
          (.value(row), valueRect(of: row, kind, in: rect)),
          (.slider(row), sliderRect(of: row, in: rect)),
        ]
      }
      let value = valueRect(of: row, kind, in: rect)
      switch kind {
      case .bool: return [(.toggle(row), value)]
      case .options:
        let arrow = metrics.px(22)
        return [
          (
            .previousOption(row),
            PixelRect(
              minX: value.minX, minY: value.minY, maxX: value.minX + arrow, maxY: value.maxY)
          ),
          (
            .nextOption(row),
            PixelRect(
              minX: value.maxX - arrow, minY: value.minY, maxX: value.maxX, maxY: value.maxY)
          ),
          (
            .value(row),
            PixelRect(
              minX: value.minX + arrow, minY: value.minY, maxX: value.maxX - arrow,
              maxY: value.maxY)
          ),
        ]
      default: return [(.value(row), value)]
      }
    case .keep:
      return [(.toggle(row), valueRect(of: row, .bool, in: rect))]
    case .option, .add, .savePicture, .saveView, .choice: return []
    }
  }

  private func toggleRect(inFilterRow rect: PixelRect) -> PixelRect {
    PixelRect(
      minX: rect.minX + metrics.px(8), minY: rect.minY, maxX: rect.minX + metrics.px(48),
      maxY: rect.maxY)
  }

  /// The buttons at the end of a filter's row, counted from the right.
  private func buttonRect(_ place: Int, in rect: PixelRect) -> PixelRect {
    let width = metrics.px(24)
    let right = rect.maxX - metrics.px(8) - place * width
    return PixelRect(minX: right - width, minY: rect.minY, maxX: right, maxY: rect.maxY)
  }

  /// Where a value is written.
  func valueRect(of row: PanelRow, _ kind: FilterParameter.Kind, in rect: PixelRect) -> PixelRect {
    let right = rect.maxX - metrics.padding
    var inset = metrics.px(4)
    var bottom = rect.maxY - inset
    let width: Int
    switch (row, kind) {
    case (.channel, _): width = metrics.px(34)
    case (_, .float), (_, .int):
      width = metrics.px(80)
      inset = metrics.px(2)
      bottom = sliderRect(of: row, in: rect).minY
    case (_, .bool):
      width = metrics.px(34)
      inset = 0
      bottom = rect.maxY
    case (_, .options): width = metrics.px(136)
    case (_, .color): width = metrics.px(112)
    case (_, .file), (_, .profile): width = metrics.px(150)
    }
    return PixelRect(minX: right - width, minY: rect.minY + inset, maxX: right, maxY: bottom)
  }

  /// Where a slider is dragged: below the name, or beside it for a channel.
  func sliderRect(of row: PanelRow, in rect: PixelRect) -> PixelRect {
    let grip = metrics.grip
    if case .channel = row {
      return PixelRect(
        minX: rect.minX + metrics.px(82), minY: rect.minY,
        maxX: rect.maxX - metrics.padding - metrics.px(34) - metrics.px(2), maxY: rect.maxY)
    }
    return PixelRect(
      minX: rect.minX + metrics.padding - grip, minY: rect.minY + metrics.px(22),
      maxX: rect.maxX - metrics.padding + grip, maxY: rect.maxY - metrics.px(2))
  }
}

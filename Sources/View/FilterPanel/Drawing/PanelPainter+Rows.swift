import Filters
import Geometry
import Text

/// Rows, one kind after the other.
extension PanelPainter {
  mutating func paint(_ row: PanelRow, _ placed: PixelRect) {
    let rect = local(placed)
    fade = 1
    background(of: row, rect)
    if case .filter(let link) = row { paintFilter(link, rect, placed) }
    if let link = row.link, !panel.chain.links[link].isOn { fade = 0.45 }
    switch row {
    case .filter: break
    case .parameter: paintParameter(row, rect, placed)
    case .channel(_, _, let channel): paintChannel(row, channel, rect, placed)
    case .option(_, _, let option): paintOption(row, option, rect)
    case .add: paintAdd(rect)
    case .savePicture: paintCommand("Save at 100 %", "Ctrl+S", rect)
    case .saveView: paintCommand("Save the view", "Ctrl+Shift+S", rect)
    case .keep:
      name("Keep across starts", rect, PanelColors.text, rightInset: 60)
      toggle(layout.valueRect(of: row, .bool, in: placed), isOn: panel.keepsChain)
    case .choice(let place): paintChoice(place, rect)
    }
    fade = 1
  }

  private mutating func background(of row: PanelRow, _ rect: Rect) {
    if case .filter(let link) = row {
      items.append(.rectangle(rect, PanelColors.card))
      if link > 0 { separator(at: rect.minY) }
    }
    let isSelected: Bool
    if case .choice(let place) = row {
      isSelected = place == panel.listing?.selected
    } else {
      isSelected = panel.listing == nil && row == panel.selection
    }
    if isSelected {
      items.append(.rectangle(rect, PanelColors.selected))
      let bar = Rect(minX: rect.minX, minY: rect.minY, maxX: rect.minX + px(3), maxY: rect.maxY)
      items.append(.rectangle(bar, PanelColors.accent))
    } else if panel.hover == .row(row), row.isButton {
      items.append(.rectangle(rect, PanelColors.hover))
    }
  }

  /// A row's name, from its left edge.
  mutating func name(
    _ name: String, _ rect: Rect, _ color: DrawingColor, rightInset: Double,
    leftInset: Double = 14
  ) {
    text(
      name, rect.minX + px(leftInset), rect.maxX - px(rightInset), rect, metrics.textSize, color)
  }

  private mutating func paintFilter(_ link: Int, _ rect: Rect, _ placed: PixelRect) {
    let filter = panel.chain.links[link]
    let row = PanelRow.filter(link)
    for (control, place) in layout.parts(of: row, in: placed, panel) {
      let area = local(place)
      let isHovered = panel.hover == control
      let color = isHovered ? PanelColors.bright : PanelColors.dim
      switch control {
      case .toggle:
        let width = metrics.px(28)
        let left = place.minX + metrics.px(6)
        toggle(
          PixelRect(minX: left, minY: place.minY, maxX: left + width, maxY: place.maxY),
          isOn: filter.isOn)
      case .moveUp:
        chevron(
          area.center, quarter: 3, 4, link > 0 ? color : PanelColors.dim.faded(by: 0.35))
      case .moveDown:
        let isLast = link == panel.chain.links.count - 1
        chevron(
          area.center, quarter: 1, 4, isLast ? PanelColors.dim.faded(by: 0.35) : color)
      case .remove: crossIcon(area.center, 3.75, color)
      default: break
      }
    }
    let title =
      filter.definition.summary.isEmpty ? filter.definition.name : filter.definition.summary
    text(
      title, rect.minX + px(52), rect.maxX - px(84), rect, metrics.nameSize,
      filter.isOn ? PanelColors.bright : PanelColors.dim, isBold: true)
  }

  private mutating func paintOption(_ row: PanelRow, _ option: Int, _ rect: Rect) {
    guard case .options(let names)? = panel.parameter(of: row)?.kind,
      names.indices.contains(option)
    else { return }
    let isChosen = panel.value(of: row) == .option(option)
    if isChosen {
      tickIcon(Point(x: rect.minX + px(34), y: rect.center.y), PanelColors.accent)
    }
    name(
      names[option], rect, isChosen ? PanelColors.bright : PanelColors.text, rightInset: 14,
      leftInset: 48)
  }

  private mutating func paintAdd(_ rect: Rect) {
    if !panel.chain.links.isEmpty { separator(at: rect.minY) }
    plusIcon(Point(x: rect.minX + px(20), y: rect.center.y), PanelColors.accent)
    text(
      "Add a filter", rect.minX + px(36), rect.maxX - px(40), rect, metrics.textSize,
      PanelColors.bright)
    hint("a", rect)
  }

  private mutating func paintCommand(_ name: String, _ key: String, _ rect: Rect) {
    self.name(name, rect, PanelColors.text, rightInset: 110)
    hint(key, rect)
  }

  private mutating func hint(_ key: String, _ rect: Rect) {
    text(
      key, rect.maxX - px(110), rect.maxX - px(14), rect, metrics.smallSize, PanelColors.dim,
      alignment: .trailing)
  }

  /// A switch in the middle of an area.
  mutating func toggle(_ area: PixelRect, isOn: Bool) {
    let middle = local(area).center.y
    let (width, height) = (px(28), px(16))
    let right = local(area).maxX
    let top = (middle - height / 2).rounded()
    let pill = Rect(minX: right - width, minY: top, maxX: right, maxY: top + height)
    let color = isOn ? PanelColors.accent : PanelColors.track
    items.append(.rectangle(pill, radius: height / 2, color.faded(by: fade)))
    let knob = height - 2 * px(2)
    let left = isOn ? pill.maxX - px(2) - knob : pill.minX + px(2)
    let disc = Rect(minX: left, minY: top + px(2), maxX: left + knob, maxY: top + px(2) + knob)
    items.append(
      .rectangle(
        disc, radius: knob / 2,
        (isOn ? PanelColors.thumb : DrawingColor(white: 0.75)).faded(by: fade)))
  }
}

extension PanelRow {
  /// Whether the whole row is one button.
  var isButton: Bool {
    switch self {
    case .option, .add, .savePicture, .saveView, .choice: true
    case .filter, .parameter, .channel, .keep: false
    }
  }
}

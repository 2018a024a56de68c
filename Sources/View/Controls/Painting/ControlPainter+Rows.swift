import Geometry
import Text

/// The drawing of rows, by role.
extension ControlPainter {
  mutating func paint(_ row: Placed<ID>.Row) {
    let rect = local(row.rect)
    fade = 1
    background(of: row, rect)
    if row.isFaint { fade = 0.45 }
    switch row.node.role {
    case .section: paintSection(row, rect)
    case .slider: paintSlider(row, rect)
    case .switch: paintSwitch(row, rect)
    case .choice, .color, .textField: paintValue(row, rect)
    case .menuItem: paintMenuItem(row, rect)
    case .button: paintButton(row, rect)
    case .listItem: paintListItem(row.node, rect)
    case .title, .message, .scrollArea, .tooltip, .group, .toolbar, .label: break
    }
    fade = 1
  }

  private mutating func background(of row: Placed<ID>.Row, _ rect: Rect) {
    let node = row.node
    if node.role == .section {
      items.append(.rectangle(rect, ControlColors.card))
      if row != placed.rows.first { separator(at: rect.minY) }
    }
    if node.state.contains(.focused) {
      items.append(.rectangle(rect, ControlColors.selected))
      let bar = Rect(minX: rect.minX, minY: rect.minY, maxX: rect.minX + px(3), maxY: rect.maxY)
      items.append(.rectangle(bar, ControlColors.accent))
    } else if input.hover == Target(node.id), node.isWholeButton {
      items.append(.rectangle(rect, ControlColors.hover))
    }
  }

  /// Draws a row's name from its left edge.
  private mutating func name(
    _ name: String, _ rect: Rect, _ color: PaintColor, rightInset: Double,
    leftInset: Double = 14, underlined: Int? = nil
  ) {
    text(
      name, rect.minX + px(leftInset), rect.maxX - px(rightInset), rect, metrics.textSize, color,
      underlined: underlined)
  }

  private mutating func paintSection(_ row: Placed<ID>.Row, _ rect: Rect) {
    let node = row.node
    let isOn = node.value != .isOn(false)
    for (part, place) in metrics.parts(of: row) {
      let middle = local(place).center
      let color =
        input.hover == Target(node.id, part) ? ControlColors.bright : ControlColors.dim
      switch part {
      case .toggle:
        let left = place.minX + metrics.px(6)
        toggle(
          PixelRect(
            minX: left, minY: place.minY, maxX: left + metrics.px(28), maxY: place.maxY),
          isOn: isOn)
      case .moveUp:
        let isFirst = placed.rows.first { $0.node.role == .section } == row
        chevron(middle, quarter: 3, 4, isFirst ? ControlColors.dim.faded(by: 0.35) : color)
      case .moveDown:
        let isLast = placed.rows.last { $0.node.role == .section } == row
        chevron(middle, quarter: 1, 4, isLast ? ControlColors.dim.faded(by: 0.35) : color)
      default: crossIcon(middle, 3.75, color)
      }
    }
    text(
      node.name, rect.minX + px(52), rect.maxX - px(84), rect, metrics.nameSize,
      isOn ? ControlColors.bright : ControlColors.dim, isBold: true)
  }

  private mutating func paintSwitch(_ row: Placed<ID>.Row, _ rect: Rect) {
    let place = metrics.valueRect(of: row)
    label(row.node.name, rect, before: local(place))
    toggle(place, isOn: row.node.value == .isOn(true))
  }

  private mutating func paintMenuItem(_ row: Placed<ID>.Row, _ rect: Rect) {
    let node = row.node
    // The options of a choice are indented below its name.
    let indent = row.depth == 0 ? 0.0 : 18
    let isChosen = node.state.contains(.chosen)
    if isChosen {
      tickIcon(Point(x: rect.minX + px(16 + indent), y: rect.center.y), ControlColors.accent)
    }
    if node.state.contains(.disabled) { fade = 0.45 }
    name(
      node.name, rect, isChosen ? ControlColors.bright : ControlColors.text,
      rightInset: node.detail.isEmpty ? 14 : 150, leftInset: 30 + indent,
      underlined: node.mnemonic)
    fade = 1
    if let icon = node.icon {
      paint(icon, Point(x: rect.maxX - px(16), y: rect.center.y), ControlColors.dim)
    }
    if !node.detail.isEmpty {
      text(
        node.detail, rect.maxX - px(145), rect.maxX - px(14), rect, metrics.smallSize,
        ControlColors.dim, alignment: .trailing)
    }
  }

  private mutating func paintButton(_ row: Placed<ID>.Row, _ rect: Rect) {
    let node = row.node
    if let icon = node.icon {
      if row != placed.rows.first { separator(at: rect.minY) }
      paint(icon, Point(x: rect.minX + px(20), y: rect.center.y), ControlColors.accent)
      name(node.name, rect, ControlColors.bright, rightInset: 40, leftInset: 36)
    } else {
      name(node.name, rect, ControlColors.text, rightInset: 110)
    }
    text(
      node.detail, rect.maxX - px(110), rect.maxX - px(14), rect, metrics.smallSize,
      node.state.contains(.chosen) ? ControlColors.accent : ControlColors.dim,
      alignment: .trailing)
  }

  private mutating func paintListItem(_ node: Node<ID>, _ rect: Rect) {
    let right = node.detail.isEmpty ? rect.maxX - px(14) : rect.maxX - px(116)
    if node.state.contains(.disabled) { fade = 0.45 }
    text(node.name, rect.minX + px(14), right, rect, metrics.textSize, ControlColors.bright)
    fade = 1
    if !node.detail.isEmpty {
      text(
        node.detail, right + px(6), rect.maxX - px(14), rect, metrics.smallSize,
        ControlColors.dim, alignment: .trailing)
    }
  }

  /// Draws a switch, vertically centred in an area.
  private mutating func toggle(_ area: PixelRect, isOn: Bool) {
    let middle = local(area).center.y
    let (width, height) = (px(28), px(16))
    let right = local(area).maxX
    let top = (middle - height / 2).rounded()
    let pill = Rect(minX: right - width, minY: top, maxX: right, maxY: top + height)
    let color = isOn ? ControlColors.accent : ControlColors.track
    items.append(.rectangle(pill, radius: height / 2, color.faded(by: fade)))
    let knob = height - 2 * px(2)
    let left = isOn ? pill.maxX - px(2) - knob : pill.minX + px(2)
    let disc = Rect(minX: left, minY: top + px(2), maxX: left + knob, maxY: top + px(2) + knob)
    items.append(
      .rectangle(
        disc, radius: knob / 2,
        (isOn ? ControlColors.thumb : PaintColor(white: 0.75)).faded(by: fade)))
  }
}

extension Node {
  fileprivate var isWholeButton: Bool {
    role == .button || role == .menuItem || role == .listItem
  }
}

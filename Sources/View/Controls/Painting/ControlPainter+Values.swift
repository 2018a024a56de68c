import Geometry
import Text

/// The drawing of values at the right of a row's name, displayed or edited.
extension ControlPainter {
  /// Draws a name to the left of a value.
  mutating func label(_ name: String, _ rect: Rect, before area: Rect) {
    let label = Rect(
      minX: rect.minX, minY: area.minY, maxX: area.minX - px(6), maxY: area.maxY)
    text(name, rect.minX + px(14), label.maxX, label, metrics.textSize, ControlColors.text)
  }

  mutating func paintValue(_ row: Placed<ID>.Row, _ rect: Rect) {
    let node = row.node
    let area = local(metrics.valueRect(of: row))
    // A text field that is being edited gets the whole row.
    let isTypedWide = node.role == .textField && input.typing?.id == node.id
    if !isTypedWide { label(node.name, rect, before: area) }
    switch (node.role, node.value) {
    case (.choice, .text(let name)): paintChoice(node, name ?? "", area)
    case (_, .color(let color)): paintColor(color, node, area)
    case (_, .text(let text)):
      var field = area
      if isTypedWide { field.minX = rect.minX + px(14) }
      if typed(node, field) { return }
      items.append(.rectangle(field, radius: px(5), ControlColors.field.faded(by: fade)))
      self.text(
        text ?? node.detail, field.minX + px(8), field.maxX - px(8), field, metrics.textSize,
        text == nil ? ControlColors.dim : ControlColors.bright)
    default: break
    }
  }

  /// Draws a right-aligned value, highlighted under the pointer to show that it can be edited.
  mutating func written(
    _ value: String, _ node: Node<ID>, _ area: Rect, _ color: PaintColor
  ) {
    if input.hover == Target(node.id, .value) {
      let field = Rect(
        minX: area.minX, minY: area.minY, maxX: area.maxX + px(6), maxY: area.maxY)
      items.append(.rectangle(field, radius: px(4), ControlColors.hover))
    }
    text(value, area.minX, area.maxX, area, metrics.textSize, color, alignment: .trailing)
  }

  /// Draws the text field of a row that is being edited; returns false if it is not.
  mutating func typed(_ node: Node<ID>, _ area: Rect) -> Bool {
    guard let typing = input.typing, typing.id == node.id else { return false }
    let color = typing.problem == nil ? ControlColors.accent : ControlColors.warning
    let field = Rect(
      minX: area.minX, minY: area.minY, maxX: area.maxX + px(4), maxY: area.maxY)
    items.append(.rectangle(field, radius: px(4), PaintColor(white: 0, alpha: 0.5)))
    items.append(.outline(field, radius: px(4), width: px(1.5), color))
    editedText(typing.field, field)
    return true
  }

  mutating func editedText(_ field: TextField, _ area: Rect) {
    let inner = Rect(
      minX: area.minX + px(7), minY: area.minY + px(2), maxX: area.maxX - px(6),
      maxY: area.maxY - px(2))
    let isWhole = field.selected == field.text.unicodeScalars.count
    let color = ControlColors.accent.faded(by: 0.35)
    if field.isSelected, isWhole {
      items.append(.rectangle(inner, radius: px(2), color))
    }
    items.append(
      .text(
        DrawingText(
          field.text, in: inner, size: metrics.textSize, color: ControlColors.bright,
          caret: field.caret,
          selection: field.isSelected && !isWhole ? .init(count: field.selected, color: color) : nil
        )))
  }

  private mutating func paintChoice(_ node: Node<ID>, _ name: String, _ area: Rect) {
    items.append(.rectangle(area, radius: px(5), ControlColors.field.faded(by: fade)))
    let arrow = px(22)
    for (part, quarter, x) in [
      (Target<ID>.Part.previous, 2, area.minX + arrow / 2), (.next, 0, area.maxX - arrow / 2),
    ] {
      let isHovered = input.hover == Target(node.id, part)
      chevron(
        Point(x: x, y: area.center.y), quarter: quarter, 3.5,
        isHovered ? ControlColors.bright : ControlColors.dim)
    }
    text(
      name, area.minX + arrow, area.maxX - arrow, area, metrics.textSize, node.valueColor,
      alignment: .center)
  }

  private mutating func paintColor(_ color: PaintColor, _ node: Node<ID>, _ area: Rect) {
    if typed(node, area) { return }
    let swatch = Rect(
      minX: area.maxX - px(26), minY: area.minY + px(2), maxX: area.maxX,
      maxY: area.maxY - px(2))
    if color.alpha < 1 {
      // Two greys behind it show the colour's opacity.
      let half = Rect(
        minX: swatch.minX, minY: swatch.minY, maxX: swatch.center.x, maxY: swatch.maxY)
      items.append(
        .rectangle(swatch, radius: px(4), PaintColor(white: 0.75).faded(by: fade)))
      items.append(
        .clipped(
          half, [.rectangle(swatch, radius: px(4), PaintColor(white: 0.3).faded(by: fade))]))
    }
    items.append(.rectangle(swatch, radius: px(4), color.faded(by: fade)))
    items.append(
      .outline(swatch, radius: px(4), width: px(1), PaintColor(white: 1, alpha: 0.3)))
    let text = Rect(
      minX: area.minX, minY: area.minY, maxX: swatch.minX - px(8), maxY: area.maxY)
    written(node.detail, node, text, ControlColors.bright)
  }
}

extension Node {
  /// The colour of its value: brighter where it is not its default.
  var valueColor: PaintColor {
    state.contains(.changed) ? ControlColors.bright : ControlColors.text
  }
}

import Geometry
import Text

/// The drawing of toolbars.
extension ControlPainter {
  mutating func paintToolbars() {
    let whole = local(placed.frame)
    items.append(.rectangle(whole, radius: metrics.radius, ControlColors.bar))
    for row in placed.rows {
      switch row.node.role {
      case .slider: paintToolbarSlider(row)
      case .label:
        let rect = local(row.rect)
        text(
          row.node.name, rect.minX, rect.maxX, rect, metrics.textSize, ControlColors.text,
          alignment: .center)
      case .textField:
        paintToolbarValue(row, row.node.name)
        paintFocus(row, local(row.rect))
      default: paintToolbarButton(row)
      }
    }
    items.append(.outline(whole, radius: metrics.radius, width: px(1), ControlColors.edge))
  }

  private mutating func paintToolbarButton(_ row: Placed<ID>.Row) {
    let (node, rect) = (row.node, local(row.rect))
    let isDisabled = node.state.contains(.disabled)
    let isHovered = input.hover?.id == node.id && !isDisabled
    let isOn = node.state.contains(.chosen)
    if isOn {
      items.append(.rectangle(rect, radius: px(7), ControlColors.accent.faded(by: 0.28)))
    } else if isHovered {
      items.append(.rectangle(rect, radius: px(7), ControlColors.field))
    }
    if isDisabled { fade = 0.35 }
    let color = isOn || isHovered ? ControlColors.bright : ControlColors.text
    if let icon = node.icon { paint(icon, rect.center, color) }
    fade = 1
    paintFocus(row, rect)
  }

  private mutating func paintToolbarSlider(_ row: Placed<ID>.Row) {
    let node = row.node
    guard case .number(let number, let scale, _) = node.value else { return }
    if node.state.contains(.disabled) { fade = 0.35 }
    if metrics.sliderRect(of: row).width > 2 * metrics.grip {
      paintTrack(of: row, number, scale)
    }
    paintToolbarValue(row, node.detail)
    fade = 1
    paintFocus(row, local(row.rect))
  }

  /// Draws the text of an item, in a field if it can be edited.
  private mutating func paintToolbarValue(_ row: Placed<ID>.Row, _ shown: String) {
    let node = row.node
    let area = local(metrics.valueRect(of: row))
    if node.typed != nil {
      // A field that is edited is wider at its right, where other panels have room.
      var field = area
      field.maxX -= px(4)
      if typed(node, field) { return }
      let isHovered = input.hover == Target(node.id, .value)
      items.append(
        .rectangle(
          area, radius: px(5),
          (isHovered ? ControlColors.track : ControlColors.field).faded(by: fade)))
    }
    text(
      shown, area.minX, area.maxX, area, metrics.textSize, ControlColors.text, alignment: .center)
  }

  /// Draws the ring of the item that has the keyboard focus.
  private mutating func paintFocus(_ row: Placed<ID>.Row, _ rect: Rect) {
    guard row.node.state.contains(.focused) else { return }
    items.append(.outline(rect, radius: px(7), width: px(2), ControlColors.accent))
  }
}

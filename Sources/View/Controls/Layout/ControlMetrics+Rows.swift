import Geometry

/// The heights of rows, and the rectangles of their parts.
extension ControlMetrics {
  func height<ID>(of row: Placed<ID>.Row) -> Int { max(usualHeight(of: row), leastRow) }

  private func usualHeight<ID>(of row: Placed<ID>.Row) -> Int {
    switch row.node.role {
    case .section: px(36)
    case .slider: px(row.isCompact ? 26 : 42)
    case .menuItem: px(26)
    // A button with an icon is taller.
    case .button: px(row.node.icon == nil ? 30 : 40)
    case .listItem: listItem
    default: px(30)
    }
  }

  func parts<ID>(of row: Placed<ID>.Row) -> [(Target<ID>.Part, PixelRect)] {
    let rect = row.rect
    switch row.node.role {
    case .section:
      let toggle = PixelRect(
        minX: rect.minX + px(8), minY: rect.minY, maxX: rect.minX + px(48), maxY: rect.maxY)
      return [
        (.toggle, toggle), (.moveUp, buttonRect(2, in: rect)),
        (.moveDown, buttonRect(1, in: rect)), (.remove, buttonRect(0, in: rect)),
      ]
    case .slider:
      var value = valueRect(of: row)
      // For fingers, the whole height counts.
      if row.isInToolbar { (value.minY, value.maxY) = (rect.minY, rect.maxY) }
      return [(.value, value), (.slider, sliderRect(of: row))]
    case .switch: return [(.toggle, valueRect(of: row))]
    case .choice:
      let value = valueRect(of: row)
      let (left, right) = (value.minX + px(22), value.maxX - px(22))
      func part(_ minX: Int, _ maxX: Int) -> PixelRect {
        PixelRect(minX: minX, minY: value.minY, maxX: maxX, maxY: value.maxY)
      }
      return [
        (.previous, part(value.minX, left)), (.next, part(right, value.maxX)),
        (.value, part(left, right)),
      ]
    case .color, .textField: return [(.value, row.isInToolbar ? rect : valueRect(of: row))]
    default: return []
    }
  }

  /// Returns a button's rectangle at the end of a section's row; `place` counts from the right.
  private func buttonRect(_ place: Int, in rect: PixelRect) -> PixelRect {
    let width = px(24)
    let right = rect.maxX - px(8) - place * width
    return PixelRect(minX: right - width, minY: rect.minY, maxX: right, maxY: rect.maxY)
  }

  /// Returns the rectangle of a row's value.
  func valueRect<ID>(of row: Placed<ID>.Row) -> PixelRect {
    if row.isInToolbar { return toolbarValueRect(of: row) }
    let right = row.rect.maxX - padding
    var inset = px(4)
    var bottom = row.rect.maxY - inset
    let width: Int
    switch row.node.role {
    case .slider where row.isCompact: width = px(34)
    case .slider:
      width = px(80)
      inset = px(2)
      bottom = sliderRect(of: row).minY
    case .choice: width = px(136)
    case .color: width = px(112)
    case .textField: width = px(150)
    default:
      width = px(34)
      inset = 0
      bottom = row.rect.maxY
    }
    return PixelRect(minX: right - width, minY: row.rect.minY + inset, maxX: right, maxY: bottom)
  }

  /// Returns the rectangle of a slider: below the name, or beside it in a compact row.
  func sliderRect<ID>(of row: Placed<ID>.Row) -> PixelRect {
    let rect = row.rect
    if row.isInToolbar {
      return PixelRect(
        minX: rect.minX + px(3), minY: rect.minY, maxX: toolbarValueRect(of: row).minX,
        maxY: rect.maxY)
    }
    if row.isCompact {
      return PixelRect(
        minX: rect.minX + px(82), minY: rect.minY,
        maxX: rect.maxX - padding - px(34) - px(2), maxY: rect.maxY)
    }
    return PixelRect(
      minX: rect.minX + padding - grip, minY: rect.minY + px(22),
      maxX: rect.maxX - padding + grip, maxY: rect.maxY - px(2))
  }

  /// Returns the track of a slider, even if it is not visible.
  func track<ID>(of row: Placed<ID>.Row, _ scale: SliderScale) -> SliderTrack {
    let area = sliderRect(of: row)
    return SliderTrack(
      start: Double(area.minX + grip), length: Double(max(1, area.width - 2 * grip)),
      neutral: scale.fraction(of: scale.neutral), detent: 3 * self.scale)
  }
}

import Geometry
import Text

/// Draws a panel from its layout, in coordinates of the panel's bitmap.
struct ControlPainter<ID: Hashable & Sendable> {
  let placed: Placed<ID>
  let input: ControlInput<ID>
  var items: [DrawingItem] = []
  /// A factor for all opacities; rows of a section that is switched off are faint.
  var fade = 1.0

  private let isOpaque: Bool

  init(_ placed: Placed<ID>, _ input: ControlInput<ID>, isOpaque: Bool = false) {
    self.placed = placed
    self.input = input
    self.isOpaque = isOpaque
  }

  var metrics: ControlMetrics { placed.metrics }

  /// Returns a length in device pixels, at least 1.
  func px(_ units: Double) -> Double { max(1, (units * metrics.scale).rounded()) }

  /// Converts a rectangle from the surface to the bitmap.
  func local(_ rect: PixelRect) -> Rect {
    let origin = placed.frame
    return Rect(
      PixelRect(
        minX: rect.minX - origin.minX, minY: rect.minY - origin.minY,
        maxX: rect.maxX - origin.minX, maxY: rect.maxY - origin.minY))
  }

  mutating func paint() {
    if placed.node(.toolbar) != nil { return paintToolbars() }
    let whole = local(placed.frame)
    var background = ControlColors.background
    if isOpaque { background.alpha = 1 }
    items.append(.rectangle(whole, radius: metrics.radius, background))
    if let title = placed.node(.title) { paintTitle(title) }
    if let message = placed.node(.message) { paintMessage(message) }
    if let field = placed.node(.textField) { paintSearch(field) }
    let rest = items
    items = []
    for row in placed.rows where row.isScrolled {
      if !row.rect.intersection(placed.viewport).isEmpty { paint(row) }
    }
    if placed.rows.isEmpty { paintNothing() }
    let body = items
    items = rest + [.clipped(local(placed.viewport), body)]
    if placed.mostScroll > 0 { paintScrollBar() }
    if let tooltip = placed.node(.tooltip) { paintTooltip(tooltip) }
    if !placed.footer.isEmpty {
      separator(at: local(placed.footer).minY)
      for row in placed.rows where !row.isScrolled { paint(row) }
    }
    items.append(
      .outline(whole, radius: metrics.radius, width: px(1), ControlColors.edge))
  }

  private mutating func paintTitle(_ title: Node<ID>) {
    let rect = local(placed.header)
    text(
      title.name, rect.minX + Double(metrics.padding), rect.maxX - px(100), rect,
      metrics.titleSize, ControlColors.bright, isBold: true)
    for button in title.children {
      guard let place = placed.rect(of: Target(button.id)) else { continue }
      let rect = local(place)
      let isActive = button.value == .isOn(true)
      if isActive {
        items.append(.rectangle(rect, radius: px(6), ControlColors.accent.faded(by: 0.28)))
      } else if input.hover == Target(button.id) {
        items.append(.rectangle(rect, radius: px(6), ControlColors.field))
      }
      let color = isActive ? ControlColors.bright : ControlColors.text
      if let icon = button.icon { paint(icon, rect.center, color) }
    }
    separator(at: rect.maxY - px(1))
  }

  private mutating func paintMessage(_ message: Node<ID>) {
    let rect = local(placed.message)
    let inset = px(8)
    let box = Rect(
      minX: rect.minX + inset, minY: rect.minY + inset / 2, maxX: rect.maxX - inset,
      maxY: rect.maxY - inset / 4)
    let isLasting = message.state.contains(.disabled)
    if !isLasting {
      items.append(.rectangle(box, radius: px(6), ControlColors.warningField))
    }
    let inner = Rect(
      minX: rect.minX + Double(metrics.padding), minY: box.minY + px(5),
      maxX: box.maxX - px(22), maxY: box.maxY - px(2))
    items.append(
      .text(
        DrawingText(
          message.name, in: inner, size: metrics.smallSize,
          color: isLasting ? ControlColors.text : ControlColors.warning,
          lines: max(1, placed.message.height / metrics.messageLine))))
    if !isLasting {
      crossIcon(Point(x: box.maxX - px(12), y: box.minY + px(12)), 3.5, ControlColors.warning)
    }
  }

  private mutating func paintSearch(_ node: Node<ID>) {
    guard let typing = input.typing, typing.id == node.id else { return }
    let rect = local(placed.field)
    let field = Rect(
      minX: rect.minX + px(10), minY: rect.minY + px(6), maxX: rect.maxX - px(10),
      maxY: rect.maxY - px(4))
    items.append(.rectangle(field, radius: px(6), PaintColor(white: 0, alpha: 0.45)))
    items.append(.outline(field, radius: px(6), width: px(1), ControlColors.accent))
    if let icon = node.icon {
      paint(icon, Point(x: field.minX + px(15), y: field.center.y), ControlColors.dim)
    }
    let inner = Rect(
      minX: field.minX + (node.icon == nil ? 0 : px(22)), minY: field.minY, maxX: field.maxX,
      maxY: field.maxY)
    editedText(typing.field, inner)
    if typing.field.text.isEmpty {
      text(
        node.name, inner.minX + px(12), inner.maxX - px(6), inner, metrics.textSize,
        ControlColors.dim)
    }
  }

  private mutating func paintNothing() {
    var rect = local(placed.viewport)
    rect.maxY = min(rect.maxY, rect.minY + px(40))
    text(
      placed.node(.scrollArea)?.name ?? "", rect.minX + px(14), rect.maxX - px(14), rect,
      metrics.textSize, ControlColors.dim)
  }

  private mutating func paintTooltip(_ tooltip: Node<ID>) {
    guard !placed.tooltip.isEmpty else { return }
    let rect = local(placed.tooltip)
    separator(at: rect.minY)
    let inner = Rect(
      minX: rect.minX + px(14), minY: rect.minY + px(7), maxX: rect.maxX - px(14),
      maxY: rect.maxY - px(2))
    items.append(
      .text(
        DrawingText(
          tooltip.name, in: inner, size: metrics.smallSize, color: ControlColors.dim, lines: 2)))
  }

  private mutating func paintScrollBar() {
    let area = local(placed.viewport)
    let total = area.height + Double(placed.mostScroll)
    let height = max(area.height * area.height / total, min(px(20), area.height))
    let top =
      area.minY + (area.height - height) * Double(placed.scroll) / Double(placed.mostScroll)
    let right = area.maxX - px(3)
    items.append(
      .rectangle(
        Rect(minX: right - px(3), minY: top, maxX: right, maxY: top + height), radius: px(1.5),
        PaintColor(white: 1, alpha: 0.28)))
  }

  mutating func separator(at y: Double) {
    let width = local(placed.frame).width
    items.append(
      .rectangle(Rect(minX: 0, minY: y, maxX: width, maxY: y + px(1)), ControlColors.separator))
  }

  /// Draws one line of text between two columns of a row.
  mutating func text(
    _ text: String, _ left: Double, _ right: Double, _ row: Rect, _ size: Double,
    _ color: PaintColor, isBold: Bool = false, alignment: TextAlignment = .leading,
    underlined: Int? = nil
  ) {
    let frame = Rect(minX: left, minY: row.minY, maxX: max(left, right), maxY: row.maxY)
    items.append(
      .text(
        DrawingText(
          text, in: frame, size: size, isBold: isBold, alignment: alignment,
          color: color.faded(by: fade), underlined: underlined)))
  }
}

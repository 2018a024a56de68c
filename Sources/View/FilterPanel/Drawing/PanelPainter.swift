import Filters
import Geometry
import Text

/// Draws a panel that is laid out; positions become those of the panel's own bitmap.
struct PanelPainter {
  let panel: FilterPanel
  let layout: PanelLayout
  var items: [DrawingItem] = []
  /// What is multiplied into every opacity: the rows of a filter that is off are faint.
  var fade = 1.0

  init(panel: FilterPanel, layout: PanelLayout) {
    self.panel = panel
    self.layout = layout
  }

  var metrics: PanelMetrics { layout.metrics }

  /// A length that is one device pixel at scale 1, and never none.
  func px(_ units: Double) -> Double { max(1, (units * metrics.scale).rounded()) }

  /// A rectangle of the surface in the bitmap.
  func local(_ rect: PixelRect) -> Rect {
    Rect(
      PixelRect(
        minX: rect.minX - layout.frame.minX, minY: rect.minY - layout.frame.minY,
        maxX: rect.maxX - layout.frame.minX, maxY: rect.maxY - layout.frame.minY))
  }

  mutating func paint() {
    let whole = local(layout.frame)
    items.append(.rectangle(whole, radius: metrics.radius, PanelColors.background))
    paintHeader()
    paintNotice()
    if panel.listing != nil { paintSearch() }
    let rest = items
    items = []
    for placed in layout.rows where placed.isScrolled {
      guard !placed.rect.intersection(layout.viewport).isEmpty else { continue }
      paint(placed.row, placed.rect)
    }
    if panel.listing?.found.isEmpty == true { paintNothingFound() }
    let body = items
    items = rest + [.clipped(local(layout.viewport), body)]
    if layout.mostScroll > 0 { paintScrollBar() }
    paintHint()
    if !layout.footer.isEmpty {
      separator(at: local(layout.footer).minY)
      for placed in layout.rows where !placed.isScrolled { paint(placed.row, placed.rect) }
    }
    items.append(
      .outline(whole, radius: metrics.radius, width: px(1), PanelColors.edge))
  }

  private mutating func paintHeader() {
    let rect = local(layout.header)
    let title = panel.listing == nil ? "Filters" : "Add a filter"
    text(
      title, rect.minX + Double(metrics.padding), rect.maxX - px(100), rect, metrics.titleSize,
      PanelColors.bright, isBold: true)
    for control in [PanelControl.compare, .split, .close] {
      guard let place = layout.rect(of: control) else { continue }
      let isActive =
        control == .compare ? panel.isComparing : control == .split && panel.split != nil
      button(control, local(place), isActive: isActive)
    }
    separator(at: rect.maxY - px(1))
  }

  private mutating func button(_ control: PanelControl, _ rect: Rect, isActive: Bool) {
    if isActive {
      items.append(.rectangle(rect, radius: px(6), PanelColors.accent.faded(by: 0.28)))
    } else if panel.hover == control {
      items.append(.rectangle(rect, radius: px(6), PanelColors.field))
    }
    let color = isActive ? PanelColors.bright : PanelColors.text
    switch control {
    case .compare: compareIcon(rect.center, color)
    case .split: splitIcon(rect.center, color)
    default: crossIcon(rect.center, 4.5, color)
    }
  }

  private mutating func paintNotice() {
    guard !layout.notice.isEmpty else { return }
    let rect = local(layout.notice)
    let inset = px(8)
    let box = Rect(
      minX: rect.minX + inset, minY: rect.minY + inset / 2, maxX: rect.maxX - inset,
      maxY: rect.maxY - inset / 4)
    items.append(.rectangle(box, radius: px(6), PanelColors.warningField))
    let inner = Rect(
      minX: rect.minX + Double(metrics.padding), minY: box.minY + px(5),
      maxX: box.maxX - px(22), maxY: box.maxY - px(2))
    items.append(
      .text(
        DrawingText(
          panel.shownNotices.joined(separator: "\n"), in: inner, size: metrics.smallSize,
          color: PanelColors.warning, lines: max(1, layout.notice.height / metrics.noticeLine))))
    crossIcon(Point(x: box.maxX - px(12), y: box.minY + px(12)), 3.5, PanelColors.warning)
  }

  private mutating func paintHint() {
    guard !layout.hint.isEmpty else { return }
    let rect = local(layout.hint)
    separator(at: rect.minY)
    let inner = Rect(
      minX: rect.minX + px(14), minY: rect.minY + px(7), maxX: rect.maxX - px(14),
      maxY: rect.maxY - px(2))
    items.append(
      .text(
        DrawingText(
          panel.hint, in: inner, size: metrics.smallSize, color: PanelColors.dim, lines: 2)))
  }

  private mutating func paintScrollBar() {
    let area = local(layout.viewport)
    let total = area.height + Double(layout.mostScroll)
    let height = max(area.height * area.height / total, min(px(20), area.height))
    let top =
      area.minY + (area.height - height) * Double(layout.scroll) / Double(layout.mostScroll)
    let right = area.maxX - px(3)
    items.append(
      .rectangle(
        Rect(minX: right - px(3), minY: top, maxX: right, maxY: top + height), radius: px(1.5),
        DrawingColor(white: 1, alpha: 0.28)))
  }

  mutating func separator(at y: Double) {
    let width = local(layout.frame).width
    items.append(
      .rectangle(Rect(minX: 0, minY: y, maxX: width, maxY: y + px(1)), PanelColors.separator))
  }

  /// One line of text between two columns of a row.
  mutating func text(
    _ text: String, _ left: Double, _ right: Double, _ row: Rect, _ size: Double,
    _ color: DrawingColor, isBold: Bool = false, alignment: TextAlignment = .leading
  ) {
    let frame = Rect(minX: left, minY: row.minY, maxX: max(left, right), maxY: row.maxY)
    items.append(
      .text(
        DrawingText(
          text, in: frame, size: size, isBold: isBold, alignment: alignment,
          color: color.faded(by: fade))))
  }
}

/// Small pictures of lines; sizes are units of scale 1.
extension PanelPainter {
  /// A stroke through points that are given from a middle.
  private mutating func stroke(
    _ points: [(Double, Double)], _ middle: Point, _ color: DrawingColor, width: Double = 1.5
  ) {
    let scale = metrics.scale
    items.append(
      .line(
        points.map { Point(x: middle.x + $0.0 * scale, y: middle.y + $0.1 * scale) },
        width: width * scale, color.faded(by: fade)))
  }

  mutating func crossIcon(_ middle: Point, _ size: Double, _ color: DrawingColor) {
    stroke([(-size, -size), (size, size)], middle, color)
    stroke([(-size, size), (size, -size)], middle, color)
  }

  mutating func plusIcon(_ middle: Point, _ color: DrawingColor) {
    stroke([(-5, 0), (5, 0)], middle, color, width: 1.75)
    stroke([(0, -5), (0, 5)], middle, color, width: 1.75)
  }

  mutating func tickIcon(_ middle: Point, _ color: DrawingColor) {
    stroke([(-4, 0), (-1.2, 3), (4.2, -3.4)], middle, color, width: 1.75)
  }

  /// An angle that points to a side: 0 is right, then clockwise in quarters.
  mutating func chevron(_ middle: Point, quarter: Int, _ size: Double, _ color: DrawingColor) {
    let points = [(-size / 2, -size), (size / 2, 0), (-size / 2, size)]
    let turned = points.map { point -> (Double, Double) in
      switch quarter & 3 {
      case 0: point
      case 1: (point.1, point.0)
      case 2: (-point.0, point.1)
      default: (point.1, -point.0)
      }
    }
    stroke(turned, middle, color)
  }

  /// A disc of which the left half is empty: before and after.
  mutating func compareIcon(_ middle: Point, _ color: DrawingColor) {
    let radius = 7 * metrics.scale
    let disc = Rect(
      minX: middle.x - radius, minY: middle.y - radius, maxX: middle.x + radius,
      maxY: middle.y + radius)
    let half = Rect(minX: middle.x, minY: disc.minY, maxX: disc.maxX, maxY: disc.maxY)
    items.append(.clipped(half, [.rectangle(disc, radius: radius, color)]))
    items.append(.outline(disc, radius: radius, width: 1.5 * metrics.scale, color))
  }

  /// A frame with a line through it.
  mutating func splitIcon(_ middle: Point, _ color: DrawingColor) {
    let (width, height) = (8 * metrics.scale, 6 * metrics.scale)
    let frame = Rect(
      minX: middle.x - width, minY: middle.y - height, maxX: middle.x + width,
      maxY: middle.y + height)
    items.append(
      .outline(frame, radius: 2.5 * metrics.scale, width: 1.5 * metrics.scale, color))
    stroke([(0, -8.5), (0, 8.5)], middle, color)
  }

  mutating func magnifierIcon(_ middle: Point, _ color: DrawingColor) {
    let radius = 4.5 * metrics.scale
    let lens = Point(x: middle.x - metrics.scale, y: middle.y - metrics.scale)
    items.append(
      .outline(
        Rect(
          minX: lens.x - radius, minY: lens.y - radius, maxX: lens.x + radius,
          maxY: lens.y + radius), radius: radius, width: 1.5 * metrics.scale, color))
    stroke([(2.4, 2.4), (5.2, 5.2)], middle, color)
  }
}

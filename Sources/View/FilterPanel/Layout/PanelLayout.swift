import Filters
import Geometry

/// Where everything of a panel stands on a surface, in device pixels of the surface.
///
/// Drawing and finding what the pointer is on use the same rectangles. It is a pure function of the
/// panel and the surface's size.
package struct PanelLayout: Hashable, Sendable {
  /// A row, and where it stands, though it may be scrolled out of sight.
  package struct PlacedRow: Hashable, Sendable {
    /// Which.
    package var row: PanelRow
    /// Where.
    package var rect: PixelRect
    /// Whether it scrolls with the others.
    package var isScrolled: Bool
  }

  /// A control, and the part of it that can be seen.
  package struct PlacedControl: Hashable, Sendable {
    /// Which.
    package var control: PanelControl
    /// Where.
    package var rect: PixelRect
  }

  /// The panel.
  package internal(set) var frame = PixelRect(.zero)
  /// The title and its buttons.
  package internal(set) var header = PixelRect(.zero)
  /// The sentences below the title; empty without any.
  package internal(set) var notice = PixelRect(.zero)
  /// The field of the list of filters; empty where the list is not open.
  package internal(set) var search = PixelRect(.zero)
  /// Where rows scroll.
  package internal(set) var viewport = PixelRect(.zero)
  /// What the selected row means; empty where there is no room for it.
  package internal(set) var hint = PixelRect(.zero)
  /// The rows that always stay; empty where there is no room for them.
  package internal(set) var footer = PixelRect(.zero)
  /// All rows from top to bottom.
  package internal(set) var rows: [PlacedRow] = []
  /// What can be clicked, smaller things before the rows that they stand in.
  package internal(set) var controls: [PlacedControl] = []
  /// How far the rows can be scrolled.
  package internal(set) var mostScroll = 0
  /// How far they are.
  package internal(set) var scroll = 0

  let metrics: PanelMetrics

  /// What is at a point; `nil` outside the panel and between its controls.
  package func control(at point: Point) -> PanelControl? {
    controls.first { Rect($0.rect).contains(point) }?.control
  }

  /// Where a control can be seen; `nil` where it is out of sight.
  package func rect(of control: PanelControl) -> PixelRect? {
    controls.first { $0.control == control }?.rect
  }

  /// Where a row stands; `nil` where there is no such row.
  package func rect(of row: PanelRow) -> PixelRect? { rows.first { $0.row == row }?.rect }

  /// Whether a point is in the panel.
  package func contains(_ point: Point) -> Bool { Rect(frame).contains(point) }

  /// The slider of a row, whether it can be seen or not.
  func track(of row: PanelRow, scale: SliderScale) -> SliderTrack? {
    guard let rect = rect(of: row) else { return nil }
    let area = sliderRect(of: row, in: rect)
    let grip = metrics.grip
    return SliderTrack(
      start: Double(area.minX + grip), length: Double(max(1, area.width - 2 * grip)),
      neutral: scale.fraction(of: scale.neutral), detent: 3 * metrics.scale)
  }
}

extension PanelLayout {
  /// Lays a panel out on a surface.
  package init(_ panel: FilterPanel, surface: PixelSize) {
    metrics = PanelMetrics(interfaceScale: panel.scale, surface: surface)
    guard panel.isOpen, !surface.isEmpty else { return }
    let isListing = panel.listing != nil
    let isRoomy = surface.width >= metrics.width + 2 * metrics.margin
    let margin = isRoomy ? metrics.margin : 0
    let width = min(metrics.width, surface.width)
    let available = max(1, surface.height - 2 * margin)

    let noticeHeight = isListing ? 0 : self.noticeHeight(of: panel, width: width, available)
    let top = metrics.header + noticeHeight + (isListing ? metrics.search : 0)
    let scrolled = isListing ? panel.rows : panel.chainRows
    let fixed = isListing ? [] : FilterPanel.footerRows
    let footerHeight = fixed.isEmpty ? 0 : height(of: fixed, panel) + 2 * metrics.footerPadding
    let hintHeight = fixed.isEmpty || panel.chain.links.isEmpty ? 0 : metrics.hint
    let fixedHeight = footerHeight + hintHeight
    let keepsFooter = available - top - fixedHeight >= metrics.px(180)
    let body = keepsFooter ? scrolled : scrolled + fixed
    let bodyHeight =
      height(of: body, panel) + (isListing || !keepsFooter ? metrics.footerPadding : 0)
    // The list keeps its height while what is found becomes less.
    let wanted =
      isListing
      ? max(1, panel.library.filters.count) * metrics.px(30) + metrics.footerPadding : bodyHeight
    let height = min(top + wanted + (keepsFooter ? fixedHeight : 0), available)

    let right = surface.width - margin
    frame = PixelRect(minX: right - width, minY: margin, maxX: right, maxY: margin + height)
    var y = frame.minY
    func strip(_ height: Int) -> PixelRect {
      let bottom = min(y + height, frame.maxY)
      defer { y = bottom }
      return PixelRect(minX: frame.minX, minY: y, maxX: frame.maxX, maxY: bottom)
    }
    header = strip(metrics.header)
    notice = strip(noticeHeight)
    search = strip(isListing ? metrics.search : 0)
    viewport = strip(frame.maxY - y - (keepsFooter ? fixedHeight : 0))
    hint = strip(keepsFooter ? hintHeight : 0)
    footer = strip(frame.maxY - y)

    mostScroll = max(0, bodyHeight - max(0, viewport.height))
    scroll = min(max(panel.scroll, 0), mostScroll)
    place(body, from: viewport.minY - scroll, isScrolled: true, panel)
    if keepsFooter {
      place(fixed, from: footer.minY + metrics.footerPadding, isScrolled: false, panel)
    }
    addControls(panel)
  }

  private func height(of rows: [PanelRow], _ panel: FilterPanel) -> Int {
    rows.reduce(0) { $0 + metrics.height(of: $1, in: panel) }
  }

  private func noticeHeight(of panel: FilterPanel, width: Int, _ available: Int) -> Int {
    let sentences = panel.shownNotices
    guard !sentences.isEmpty else { return 0 }
    let inner = width - 2 * metrics.padding - metrics.px(20)
    let lines = sentences.reduce(0) { $0 + metrics.lines(of: $1, width: inner) }
    let most = max(1, available / 3 / max(1, metrics.noticeLine))
    return min(lines, most, 8) * metrics.noticeLine + metrics.px(18)
  }

  private mutating func place(
    _ rows: [PanelRow], from top: Int, isScrolled: Bool, _ panel: FilterPanel
  ) {
    var y = top
    for row in rows {
      let bottom = y + metrics.height(of: row, in: panel)
      let rect = PixelRect(minX: frame.minX, minY: y, maxX: frame.maxX, maxY: bottom)
      self.rows.append(PlacedRow(row: row, rect: rect, isScrolled: isScrolled))
      y = bottom
    }
  }
}

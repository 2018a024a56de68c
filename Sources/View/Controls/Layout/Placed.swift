import Geometry

/// The layout of a panel: the position of every node, in device pixels of the surface.
///
/// Drawing, hit testing and accessibility use the same rectangles. It is a pure function of the
/// tree, the scroll offset and the surface's size.
package struct Placed<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A row with its position, which may be scrolled out of sight.
  package struct Row: Hashable, Sendable {
    /// The row's node.
    package let node: Node<ID>
    /// The row's rectangle.
    package fileprivate(set) var rect = PixelRect(.zero)
    /// True if the row scrolls with the others.
    package fileprivate(set) var isScrolled = true
    /// The row's nesting depth.
    package let depth: Int
    /// True for the sliders of a colour, which are lower.
    let isCompact: Bool
    /// True if it belongs to a section that is switched off.
    let isFaint: Bool
    /// True for an item of a toolbar.
    var isInToolbar = false
  }

  /// The visible part of a node, or of a part of one.
  package struct Part: Hashable, Sendable {
    /// The target.
    package let target: Target<ID>
    /// The visible rectangle.
    package let rect: PixelRect
  }

  /// The panel's nodes.
  package let tree: [Node<ID>]
  /// The panel's rectangle.
  package private(set) var frame = PixelRect(.zero)
  /// The rectangle of the title and its buttons.
  package private(set) var header = PixelRect(.zero)
  /// The rectangle of the message below the title; empty without one.
  package private(set) var message = PixelRect(.zero)
  /// The rectangle of the panel's text field, which gets all keys; empty without one.
  package private(set) var field = PixelRect(.zero)
  /// The rectangle in which rows scroll.
  package private(set) var viewport = PixelRect(.zero)
  /// The rectangle of the tooltip on the selected row; empty if there is no room.
  package private(set) var tooltip = PixelRect(.zero)
  /// The rectangle of the fixed rows; empty if there is no room.
  package private(set) var footer = PixelRect(.zero)
  /// All rows from top to bottom.
  package private(set) var rows: [Row] = []
  /// The clickable parts, in hit-test order: smaller parts before their rows.
  package private(set) var parts: [Part] = []
  /// The maximum scroll offset.
  package private(set) var mostScroll = 0
  /// The scroll offset.
  package private(set) var scroll = 0

  let metrics: ControlMetrics
}

extension Placed {
  /// Returns the target at a point; `nil` outside the panel and between its controls.
  package func target(at point: Point) -> Target<ID>? {
    parts.first { Rect($0.rect).contains(point) }?.target
  }

  /// Returns the visible rectangle of a target; `nil` if it is out of sight.
  package func rect(of target: Target<ID>) -> PixelRect? {
    parts.first { $0.target == target }?.rect
  }

  /// Returns the row of a node; `nil` if there is none.
  package func row(_ id: ID) -> Row? { rows.first { $0.node.id == id } }

  /// The row with the keyboard focus.
  package var focused: Row? { rows.first { $0.node.state.contains(.focused) } }

  /// True if a point is in the panel.
  package func contains(_ point: Point) -> Bool { Rect(frame).contains(point) }

  /// Returns the panel's first node of a role.
  func node(_ role: Node<ID>.Role) -> Node<ID>? { tree.first { $0.role == role } }

  /// Returns the scroll offset at which a row is completely visible.
  package func scroll(revealing id: ID) -> Int {
    guard let row = row(id), row.isScrolled else { return scroll }
    let above = viewport.minY - row.rect.minY
    if above > 0 { return scroll - above }
    return scroll + max(0, row.rect.maxY - viewport.maxY)
  }

  /// Returns the rows of a row's section, the section's own first.
  func section(of id: ID) -> ArraySlice<Row>? {
    guard let place = rows.firstIndex(where: { $0.node.id == id }) else { return nil }
    let start = rows[...place].lastIndex { $0.node.role == .section }
    guard let start, start == place || rows[start].depth < rows[place].depth else { return nil }
    let rest = rows[(start + 1)...].prefix { $0.depth > rows[start].depth }
    return rows[start..<rest.endIndex]
  }
}

extension Placed {
  /// Lays out a tree on a surface; without nodes the panel is empty.
  ///
  /// With `isForFingers`, no row is lower than 44 pixels at 96 dpi.
  package init(
    _ tree: [Node<ID>], scale: Double, scroll: Int, surface: PixelSize,
    place: PanelPlace = .rightEdge, isForFingers: Bool = false
  ) {
    self.tree = tree
    metrics = ControlMetrics(
      interfaceScale: scale, surface: surface, isForFingers: isForFingers)
    guard !tree.isEmpty, !surface.isEmpty else { return }
    guard node(.toolbar) == nil else {
      placeToolbars(place, on: surface)
      return
    }
    let wantedWidth = place.width.map(metrics.px) ?? metrics.width
    let isRoomy = surface.width >= wantedWidth + 2 * metrics.margin
    let margin = isRoomy ? metrics.margin : 0
    let width = min(wantedWidth, surface.width)
    let available = max(1, surface.height - 2 * margin)

    let messageHeight = messageHeight(width: width, available)
    let fieldHeight = node(.textField) == nil ? 0 : metrics.field
    let headerHeight = node(.title) == nil ? 0 : metrics.header
    let top = headerHeight + messageHeight + fieldHeight
    let fixed = Self.rows(in: node(.group))
    let footerHeight = fixed.isEmpty ? 0 : height(of: fixed) + 2 * metrics.footerPadding
    let tooltipHeight = node(.tooltip) == nil ? 0 : metrics.tooltip
    let fixedHeight = footerHeight + tooltipHeight
    let keepsFooter = available - top - fixedHeight >= metrics.leastRows
    let body = Self.rows(in: node(.scrollArea)) + (keepsFooter ? [] : fixed)
    let padding = fixed.isEmpty || !keepsFooter ? metrics.footerPadding : 0
    // Without a title, the first row keeps clear of the round corners.
    let inset = top == 0 ? metrics.footerPadding : 0
    let bodyHeight = inset + height(of: body) + padding
    var wanted = bodyHeight
    if case .room(let count)? = node(.scrollArea)?.value {
      wanted = max(1, count) * metrics.listItem + metrics.footerPadding
    }
    let height = min(top + wanted + (keepsFooter ? fixedHeight : 0), available)

    frame = place.frame(
      of: PixelSize(width: width, height: height), margin: margin, on: surface)
    var y = frame.minY
    func strip(_ height: Int) -> PixelRect {
      let bottom = min(y + height, frame.maxY)
      defer { y = bottom }
      return PixelRect(minX: frame.minX, minY: y, maxX: frame.maxX, maxY: bottom)
    }
    header = strip(headerHeight)
    message = strip(messageHeight)
    field = strip(fieldHeight)
    viewport = strip(frame.maxY - y - (keepsFooter ? fixedHeight : 0))
    tooltip = strip(keepsFooter ? tooltipHeight : 0)
    footer = strip(frame.maxY - y)

    mostScroll = max(0, bodyHeight - max(0, viewport.height))
    self.scroll = min(max(scroll, 0), mostScroll)
    addStripParts()
    add(body, from: viewport.minY + inset - self.scroll, isScrolled: true)
    if keepsFooter {
      add(fixed, from: footer.minY + metrics.footerPadding, isScrolled: false)
    }
  }

  private mutating func placeToolbars(_ place: PanelPlace, on surface: PixelSize) {
    let bars = ToolbarLayout(tree, metrics, place, surface: surface)
    (frame, rows) = (bars.frame, bars.rows)
    for row in rows {
      for (part, rect) in metrics.parts(of: row) {
        add(Target(row.node.id, part), rect, within: frame)
      }
      add(Target(row.node.id), row.rect, within: frame)
    }
  }

  private static func rows(
    in parent: Node<ID>?, depth: Int = 0, isFaint: Bool = false
  ) -> [Row] {
    guard let parent else { return [] }
    let isFaint = isFaint || parent.role == .section && parent.value == .isOn(false)
    return parent.children.flatMap { node in
      [Row(node: node, depth: depth, isCompact: parent.role == .color, isFaint: isFaint)]
        + rows(in: node, depth: depth + 1, isFaint: isFaint)
    }
  }

  private func height(of rows: [Row]) -> Int { rows.reduce(0) { $0 + metrics.height(of: $1) } }

  private func messageHeight(width: Int, _ available: Int) -> Int {
    guard let node = node(.message) else { return 0 }
    let inner = width - 2 * metrics.padding - metrics.px(20)
    let most = max(1, available / 3 / max(1, metrics.messageLine))
    return min(metrics.lines(of: node.name, width: inner), most, 8) * metrics.messageLine
      + metrics.px(18)
  }

  private mutating func addStripParts() {
    var right = header.maxX - metrics.px(8)
    let top = header.minY + (header.height - metrics.button) / 2
    for button in node(.title)?.children.reversed() ?? [] {
      let rect = PixelRect(
        minX: right - metrics.button, minY: top, maxX: right, maxY: top + metrics.button)
      add(Target(button.id), rect, within: header)
      right -= metrics.button + metrics.px(2)
    }
    if let node = node(.message) { add(Target(node.id), message, within: message) }
    if let node = node(.textField) { add(Target(node.id), field, within: field) }
  }

  private mutating func add(_ rows: [Row], from top: Int, isScrolled: Bool) {
    var y = top
    let area = isScrolled ? viewport : footer
    for var row in rows {
      let bottom = y + metrics.height(of: row)
      row.rect = PixelRect(minX: frame.minX, minY: y, maxX: frame.maxX, maxY: bottom)
      row.isScrolled = isScrolled
      self.rows.append(row)
      for (part, rect) in metrics.parts(of: row) {
        add(Target(row.node.id, part), rect, within: area)
      }
      add(Target(row.node.id), row.rect, within: area)
      y = bottom
    }
  }

  private mutating func add(_ target: Target<ID>, _ rect: PixelRect, within area: PixelRect) {
    let seen = rect.intersection(area)
    if !seen.isEmpty { parts.append(Part(target: target, rect: seen)) }
  }
}

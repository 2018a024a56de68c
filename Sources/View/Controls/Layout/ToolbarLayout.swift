import Geometry

/// The layout of toolbars, one above the other: which items there is room for, and where they are.
struct ToolbarLayout<ID: Hashable & Sendable> {
  /// The rectangle of all toolbars; empty if there is no room for the items that never leave.
  private(set) var frame = PixelRect(.zero)
  /// The items from left to right, the upper toolbar's first.
  private(set) var rows: [Placed<ID>.Row] = []

  private let metrics: ControlMetrics

  /// An item with its width in device pixels.
  private struct Item {
    var node: Node<ID>
    var group: Int
    var width: Int
    /// True for a slider without its track, whose number can be typed.
    var isTrackless = false
  }

  /// A toolbar with the items that it has room for.
  private struct Bar {
    var size: Int
    var items: [Item]
  }

  /// At most this part of the surface's height is covered.
  private static var mostCover: Double { 0.42 }
  /// The track of a slider with a field leaves before items of lower rank do.
  private static var trackRank: Int { 6 }
  /// In tiny windows everything is smaller, but no button is smaller than this part of its size.
  private static var leastShrinking: Double { 0.71 }

  /// Lays out toolbars on a surface; the upper ones leave first if there is not enough height.
  init(
    _ toolbars: [Node<ID>], _ metrics: ControlMetrics, _ place: PanelPlace, surface: PixelSize
  ) {
    self.metrics = metrics
    var area = PixelRect(surface)
    if case .lowerEdge(let lower) = place { area = lower }
    let available = area.width - 2 * metrics.margin
    guard metrics.scale >= metrics.interfaceScale * Self.leastShrinking, available > 0 else {
      return
    }
    var bars: [Bar] = []
    var height = 0
    for toolbar in toolbars.reversed() {
      guard let bar = fitted(toolbar, to: available) else { break }
      let barHeight = barHeight(bar)
      guard Double(height + barHeight) <= Double(area.height) * Self.mostCover else { break }
      height += barHeight
      bars.insert(bar, at: 0)
    }
    // The lowest toolbar is the one that all others stand on.
    guard let width = bars.map({ width(of: $0.items) }).max() else { return }
    frame = place.frame(
      of: PixelSize(width: width, height: height), margin: metrics.margin, on: surface)
    var y = frame.minY
    for bar in bars {
      add(bar, from: y)
      y += barHeight(bar)
    }
  }

  private func barHeight(_ bar: Bar) -> Int { metrics.px(Double(bar.size) + 8) }

  // MARK: Widths

  /// Returns the items that fit a width; `nil` if even those of rank 0 don't.
  private func fitted(_ toolbar: Node<ID>, to available: Int) -> Bar? {
    guard case .room(let size) = toolbar.value else { return nil }
    var items = toolbar.children.enumerated().flatMap { group, parent in
      parent.children.map { Item(node: $0, group: group, width: width(of: $0, size: size)) }
    }
    while width(of: items) > available {
      let ranks = items.map { $0.isTrackless ? $0.node.rank : rank($0.node) }
      guard let most = ranks.max(), most > 0, let index = ranks.lastIndex(of: most) else {
        return nil
      }
      if hasField(items[index].node), !items[index].isTrackless {
        items[index].isTrackless = true
        items[index].width = metrics.toolbarValue
      } else {
        items.remove(at: index)
      }
    }
    return Bar(size: size, items: items)
  }

  private func rank(_ node: Node<ID>) -> Int {
    hasField(node) ? max(node.rank, Self.trackRank) : node.rank
  }

  /// True for a slider that stays usable without its track.
  private func hasField(_ node: Node<ID>) -> Bool { node.role == .slider && node.typed != nil }

  private func width(of node: Node<ID>, size: Int) -> Int {
    switch node.role {
    case .slider where node.typed == nil: metrics.toolbarTrack
    case .slider: metrics.px(104) + metrics.toolbarValue
    case .label, .textField: metrics.width(ofLabel: node.name)
    default: metrics.px(Double(size))
    }
  }

  private func width(of items: [Item]) -> Int {
    let groups = Set(items.map(\.group)).count
    return items.reduce(0) { $0 + $1.width } + max(0, groups - 1) * metrics.toolbarGap
      + 2 * metrics.toolbarPadding
  }

  // MARK: Places

  /// Places the items of a bar; its slider takes the room that is left over.
  private mutating func add(_ bar: Bar, from y: Int) {
    var items = bar.items
    var rest = frame.width - width(of: items)
    if let slider = items.firstIndex(where: { $0.node.role == .slider && !$0.isTrackless }) {
      items[slider].width += rest
      rest = 0
    }
    var x = frame.minX + metrics.toolbarPadding + rest / 2
    var group = items.first?.group
    let inset = metrics.px(4)
    for item in items {
      if item.group != group { x += metrics.toolbarGap }
      group = item.group
      let rect = PixelRect(
        minX: x, minY: y + inset, maxX: x + item.width, maxY: y + barHeight(bar) - inset)
      rows.append(
        Placed.Row(
          node: item.node, rect: rect, isScrolled: false, depth: 0, isCompact: false,
          isFaint: false, isInToolbar: true))
      x += item.width
    }
  }
}

/// The dimensions of toolbars.
extension ControlMetrics {
  /// The distance from the ends to the first and the last item.
  var toolbarPadding: Int { px(6) }
  /// The distance between groups.
  var toolbarGap: Int { px(10) }
  /// The width of a slider's number.
  var toolbarValue: Int { px(66) }
  /// The smallest width of a slider without its number.
  var toolbarTrack: Int { px(60) }

  /// Returns the width of a label, whose figures all have the same width.
  func width(ofLabel text: String) -> Int {
    max(px(40), Int((Double(text.count) * textSize * 0.58).rounded(.up)) + px(12))
  }

  /// Returns the rectangle of a text field, or of a slider's number, at the right of its item.
  ///
  /// Without enough room, a number that can't be typed leaves and one that can displaces the track.
  func toolbarValueRect<ID>(of row: Placed<ID>.Row) -> PixelRect {
    let height = min(px(26), row.rect.height)
    let top = row.rect.minY + (row.rect.height - height) / 2
    let isHidden =
      row.node.typed == nil && row.rect.width < toolbarTrack + toolbarValue
    let left =
      row.node.role == .textField
      ? row.rect.minX + px(4) : row.rect.maxX - (isHidden ? px(4) : toolbarValue)
    return PixelRect(
      minX: left, minY: top, maxX: row.rect.maxX - px(4), maxY: top + height)
  }
}

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

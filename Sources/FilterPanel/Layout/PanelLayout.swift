import Filters
import Geometry

/// Where everything of a panel stands on a surface, in device pixels of the surface.
///
/// Drawing and finding what the pointer is on use the same rectangles. It is a pure function of the
/// panel and the surface's size.
public struct PanelLayout: Hashable, Sendable {
  /// A row, and where it stands, though it may be scrolled out of sight.
  public struct PlacedRow: Hashable, Sendable {
    /// Which.
    public var row: PanelRow
    /// Where.
    public var rect: PixelRect
    /// Whether it scrolls with the others.
    public var isScrolled: Bool
  }

  /// A control, and the part of it that can be seen.
  public struct PlacedControl: Hashable, Sendable {
    /// Which.
    public var control: PanelControl
    /// Where.
    public var rect: PixelRect
  }

  /// The panel.
  public internal(set) var frame = PixelRect(.zero)
  /// The title and its buttons.
  public internal(set) var header = PixelRect(.zero)
  /// The sentences below the title; empty without any.
  public internal(set) var notice = PixelRect(.zero)
  /// The field of the list of filters; empty where the list is not open.
  public internal(set) var search = PixelRect(.zero)
  /// Where rows scroll.
  public internal(set) var viewport = PixelRect(.zero)
  /// What the selected row means; empty where there is no room for it.
  public internal(set) var hint = PixelRect(.zero)
  /// The rows that always stay; empty where there is no room for them.
  public internal(set) var footer = PixelRect(.zero)
  /// All rows from top to bottom.
  public internal(set) var rows: [PlacedRow] = []
  /// What can be clicked, smaller things before the rows that they stand in.
  public internal(set) var controls: [PlacedControl] = []
  /// How far the rows can be scrolled.
  public internal(set) var mostScroll = 0
  /// How far they are.
  public internal(set) var scroll = 0

  let metrics: PanelMetrics

  /// What is at a point; `nil` outside the panel and between its controls.
  public func control(at point: Point) -> PanelControl? {
    controls.first { Rect($0.rect).contains(point) }?.control
  }

  /// Where a control can be seen; `nil` where it is out of sight.
  public func rect(of control: PanelControl) -> PixelRect? {
    controls.first { $0.control == control }?.rect
  }

  /// Where a row stands; `nil` where there is no such row.
  public func rect(of row: PanelRow) -> PixelRect? { rows.first { $0.row == row }?.rect }

  /// Whether a point is in the panel.
  public func contains(_ point: Point) -> Bool { Rect(frame).contains(point) }

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

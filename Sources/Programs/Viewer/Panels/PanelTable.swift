/// What may stand over the picture, the lowest first: a new panel is a line here.
struct PanelTable: Sendable {
  /// Its name.
  let id: PanelID
  /// Where it stands on the surface.
  let place: Place
  /// Makes what takes its events; `nil` where others show it, or take them.
  var make: @Sendable (ViewerParts) -> (any Panel)? = { _ in nil }

  /// Where something stands on the surface.
  enum Place: Sendable {
    /// Where its drawing says.
    case ownPlace
    case middle
    case lowerLeft
    case lowerEdge
    case upperEdge
  }

  static let all: [PanelTable] = [
    PanelTable(id: .tiles, place: .ownPlace) { OutlineOverlay($0.view) },
    PanelTable(id: .split, place: .ownPlace),
    PanelTable(id: .filters, place: .ownPlace) { FilterOverlay($0) },
    PanelTable(id: .message, place: .middle),
    PanelTable(id: .caption, place: .lowerLeft),
    PanelTable(id: .help, place: .middle) { _ in HelpPanel() },
    PanelTable(id: .seek, place: .lowerEdge) { $0.seekBar },
    PanelTable(id: .progress, place: .upperEdge),
  ]
}

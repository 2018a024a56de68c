/// The overlays, in z-order: a new panel is a line here.
struct PanelTable: Sendable {
  /// The overlay's identifier.
  let id: PanelID
  /// The panel's position on the surface.
  let place: Place
  /// Creates the object that handles its events; `nil` if other parts do that.
  var make: @Sendable (ViewerParts) -> (any Panel)? = { _ in nil }

  /// The position of an overlay on the surface.
  enum Place: Sendable {
    /// The panel's drawing defines the position.
    case ownPlace
    case middle
    /// In the middle; a text that is higher than the surface is scrolled.
    case scrolledMiddle
    case lowerLeft
    case lowerEdge
    case upperEdge
    /// Above a point that is given when it is shown.
    case aboveAnchor
  }

  static let all: [PanelTable] = [
    PanelTable(id: .tiles, place: .ownPlace) { OutlineOverlay($0.view) },
    PanelTable(id: .split, place: .ownPlace),
    PanelTable(id: .failure, place: .ownPlace) { $0.failurePanel },
    PanelTable(id: .bar, place: .ownPlace) { $0.bar },
    PanelTable(id: .filters, place: .ownPlace) { FilterOverlay($0) },
    PanelTable(id: .message, place: .middle),
    PanelTable(id: .caption, place: .lowerLeft),
    PanelTable(id: .help, place: .scrolledMiddle) { parts in
      HelpPanel { [unowned parts] in parts.keys }
    },
    PanelTable(id: .seek, place: .lowerEdge) { $0.seekBar },
    PanelTable(id: .start, place: .ownPlace) { StartPanel($0) },
    PanelTable(id: .open, place: .ownPlace) { OpenPanel($0) },
    PanelTable(id: .barTip, place: .aboveAnchor),
    PanelTable(id: .undo, place: .ownPlace) { $0.undoToast },
    PanelTable(id: .fileDialog, place: .ownPlace) { $0.fileDialog },
    PanelTable(id: .desktop, place: .ownPlace) { $0.desktop },
    PanelTable(id: .openWith, place: .ownPlace) { $0.openWith },
    PanelTable(id: .palette, place: .ownPlace) { $0.palette },
    PanelTable(id: .menu, place: .ownPlace) { CommandMenu($0) },
    PanelTable(id: .submenu, place: .ownPlace),
    PanelTable(id: .drop, place: .middle) { DropPanel($0) },
    PanelTable(id: .progress, place: .upperEdge),
  ]
}

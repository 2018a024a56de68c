/// Something in the panel that the pointer can be on.
package enum PanelControl: Hashable, Sendable {
  /// The button that shows the picture as it was while it is held.
  case compare
  /// The button of the split line.
  case split
  /// The button that closes the panel.
  case close
  /// A sentence; a click takes it away.
  case notice
  /// The field of the list of filters.
  case search
  /// A row, wherever nothing smaller is.
  case row(PanelRow)
  /// The switch of a filter, of a parameter, or of the setting.
  case toggle(PanelRow)
  /// Moves a filter up.
  case moveUp(Int)
  /// Moves a filter down.
  case moveDown(Int)
  /// Takes a filter away.
  case remove(Int)
  /// The slider of a parameter or of a colour's channel.
  case slider(PanelRow)
  /// The value beside a name; a click types another.
  case value(PanelRow)
  /// The arrow before a choice.
  case previousOption(PanelRow)
  /// The arrow behind a choice.
  case nextOption(PanelRow)

  /// The row that it stands in.
  package var row: PanelRow? {
    switch self {
    case .row(let row), .toggle(let row), .slider(let row), .value(let row),
      .previousOption(let row), .nextOption(let row):
      row
    case .moveUp(let link), .moveDown(let link), .remove(let link): .filter(link)
    case .compare, .split, .close, .notice, .search: nil
    }
  }
}

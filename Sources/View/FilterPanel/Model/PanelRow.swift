/// A line of the panel that can be selected.
package enum PanelRow: Hashable, Sendable {
  /// The name of the chain's filter of that place.
  case filter(Int)
  /// A parameter of a filter.
  case parameter(link: Int, parameter: Int)
  /// Red, green, blue or opacity, 0 to 3, of a colour that is opened.
  case channel(link: Int, parameter: Int, channel: Int)
  /// One of the names of an opened choice.
  case option(link: Int, parameter: Int, option: Int)
  /// Opens the list of filters.
  case add
  /// Saves the whole picture.
  case savePicture
  /// Saves what is seen.
  case saveView
  /// Whether the chain is kept across starts.
  case keep
  /// A line of the list of filters: the place among those found.
  case choice(Int)

  /// The filter that it belongs to.
  package var link: Int? {
    switch self {
    case .filter(let link), .parameter(let link, _), .channel(let link, _, _),
      .option(let link, _, _):
      link
    case .add, .savePicture, .saveView, .keep, .choice: nil
    }
  }

  /// The parameter that it belongs to.
  package var parameter: Int? {
    switch self {
    case .parameter(_, let parameter), .channel(_, let parameter, _),
      .option(_, let parameter, _):
      parameter
    case .filter, .add, .savePicture, .saveView, .keep, .choice: nil
    }
  }

  /// The same row of another link.
  func moved(toLink link: Int) -> PanelRow {
    switch self {
    case .filter: .filter(link)
    case .parameter(_, let parameter): .parameter(link: link, parameter: parameter)
    case .channel(_, let parameter, let channel):
      .channel(link: link, parameter: parameter, channel: channel)
    case .option(_, let parameter, let option):
      .option(link: link, parameter: parameter, option: option)
    case .add, .savePicture, .saveView, .keep, .choice: self
    }
  }
}

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

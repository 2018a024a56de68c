/// A node of the filter panel.
package enum FilterControl: Hashable, Sendable {
  /// The panel's title.
  case title
  /// The button that shows the original picture while it is held.
  case compare
  /// The button that shows the split line.
  case split
  /// The button that closes the panel or the list of filters.
  case close
  /// The message, which is dismissed by a click.
  case notice
  /// The search field of the list of filters.
  case search
  /// The scrolling rows.
  case rows
  /// The description of the row under the pointer.
  case hint
  /// The fixed rows.
  case footer
  /// The title row of a filter, by its index in the chain.
  case filter(Int)
  /// A parameter of a filter.
  case parameter(link: Int, parameter: Int)
  /// A channel of an expanded colour: 0 is red, 1 green, 2 blue and 3 the opacity.
  case channel(link: Int, parameter: Int, channel: Int)
  /// An option of an expanded choice.
  case option(link: Int, parameter: Int, option: Int)
  /// The button that opens the list of filters.
  case add
  /// The button that saves the whole picture.
  case savePicture
  /// The button that saves the view.
  case saveView
  /// The switch that keeps the chain across starts.
  case keep
  /// A row of the list of filters, by its index in the search results.
  case choice(Int)

  /// The index of the filter that it belongs to.
  package var link: Int? {
    switch self {
    case .filter(let link), .parameter(let link, _), .channel(let link, _, _),
      .option(let link, _, _):
      link
    default: nil
    }
  }

  /// The index of the parameter that it belongs to.
  package var parameter: Int? {
    switch self {
    case .parameter(_, let parameter), .channel(_, let parameter, _),
      .option(_, let parameter, _):
      parameter
    default: nil
    }
  }

  /// The row of the parameter that it belongs to.
  var parent: FilterControl? {
    guard let link, let parameter else { return nil }
    return .parameter(link: link, parameter: parameter)
  }

  /// Returns the same row of another filter.
  func moved(toLink link: Int) -> FilterControl {
    switch self {
    case .filter: .filter(link)
    case .parameter(_, let parameter): .parameter(link: link, parameter: parameter)
    case .channel(_, let parameter, let channel):
      .channel(link: link, parameter: parameter, channel: channel)
    case .option(_, let parameter, let option):
      .option(link: link, parameter: parameter, option: option)
    default: self
    }
  }
}

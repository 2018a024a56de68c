/// A node of the filter panel.
package enum FilterControl: Hashable, Sendable {
  /// What the panel is called.
  case title
  /// The button that shows the picture as it was while it is held.
  case compare
  /// The button of the split line.
  case split
  /// The button that closes the panel, or the list of filters.
  case close
  /// Sentences that a click takes away.
  case notice
  /// The field of the list of filters.
  case search
  /// The rows that scroll.
  case rows
  /// What the row under the pointer means.
  case hint
  /// The rows that always stay.
  case footer
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
    default: nil
    }
  }

  /// The parameter that it belongs to.
  package var parameter: Int? {
    switch self {
    case .parameter(_, let parameter), .channel(_, let parameter, _),
      .option(_, let parameter, _):
      parameter
    default: nil
    }
  }

  /// The parameter that it belongs to, as a row of its own.
  var parent: FilterControl? {
    guard let link, let parameter else { return nil }
    return .parameter(link: link, parameter: parameter)
  }

  /// The same row of another link.
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

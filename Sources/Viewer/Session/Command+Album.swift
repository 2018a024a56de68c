/// What commands are the album's.
extension Command {
  /// Where in the album it goes; `nil` where it goes nowhere.
  var destination: Album.Destination? {
    switch self {
    case .next: .next
    case .previous: .previous
    case .first: .first
    case .last: .last
    default: nil
    }
  }

  /// How many pages of a file it goes on; `nil` where it turns none.
  var pages: Int? {
    switch self {
    case .nextPage: 1
    case .previousPage: -1
    default: nil
    }
  }

  /// Where in the album it goes from a picture that can't move that way.
  var sideways: Album.Destination? {
    switch self {
    case .pan(.left): .previous
    case .pan(.right): .next
    default: nil
    }
  }
}

import Zooming

/// What a key or a button asks the window to do.
enum Command: Hashable, Sendable {
  /// Zoom, turn or move the view; where the picture can't move sideways, to a neighbour.
  case view(ZoomCommand)
  /// Smooth or crisp pixels beyond 100 %.
  case toggleMagnification
  /// Go through the album.
  case next, previous, first, last
  /// Go through the pages of a file, or through the frames of a picture that moves.
  case nextPage, previousPage
  /// Play a picture that moves, or stop it.
  case togglePlaying
  /// Play it slower or faster.
  case slower, faster
  /// Enter or leave full screen.
  case toggleFullScreen
  /// Let less or more light in.
  case exposeLess, exposeMore
  /// Show or hide a panel.
  case toggle(PanelID)
  /// Show the picture without its filters while the key is held.
  case compare
  /// A line with the unfiltered picture at its left.
  case toggleSplit
  /// Switch the whole chain off or on.
  case toggleFilters
  /// Go through the most used filters.
  case nextFilter, previousFilter
  /// Write the whole picture, or what is seen of it.
  case savePicture, saveView
  /// Hide the list of keys, leave full screen, or quit.
  case escape
  /// Quit at once.
  case quit
}

/// What commands are the album's, and the file's.
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
    case .view(.pan(.left)): .previous
    case .view(.pan(.right)): .next
    default: nil
    }
  }

  /// What it asks of a view; `nil` where it is somebody else's, as an arrow is the album's that
  /// leads sideways over a picture that fits.
  func change(of zoom: ZoomController) -> ZoomCommand? {
    guard case .view(let change) = self, sideways == nil || !zoom.fitsHorizontally else {
      return nil
    }
    return change
  }
}

import Zooming

/// A command that a key or a button gives to the window.
enum Command: Hashable, Sendable {
  /// Zoom, turn or pan the view; go to a neighbour if the picture can't pan sideways.
  case view(ZoomCommand)
  /// Switch between smooth and crisp pixels beyond 100 %.
  case toggleMagnification
  /// Page through the album.
  case next, previous, first, last
  /// Go through the pages of a file or the frames of an animation.
  case nextPage, previousPage
  /// Start or stop an animation.
  case togglePlaying
  /// Change an animation's speed.
  case slower, faster
  /// Enter or leave full screen.
  case toggleFullScreen
  /// Change the exposure.
  case exposeLess, exposeMore
  /// Show or hide a panel.
  case toggle(PanelID)
  /// Show the picture without its filters while the key is held.
  case compare
  /// Show or hide a line with the unfiltered picture on its left.
  case toggleSplit
  /// Switch the whole chain off or on.
  case toggleFilters
  /// Cycle through the inspection filters.
  case nextFilter, previousFilter
  /// Save the whole picture, or its visible part.
  case savePicture, saveView
  /// Hide the list of keys, leave full screen, or quit.
  case escape
  /// Quit at once.
  case quit
}

/// What commands mean for the album and the file.
extension Command {
  /// The destination in the album; `nil` if the command does not concern the album.
  var destination: Album.Destination? {
    switch self {
    case .next: .next
    case .previous: .previous
    case .first: .first
    case .last: .last
    default: nil
    }
  }

  /// The number of pages to turn; `nil` if the command turns no pages.
  var pages: Int? {
    switch self {
    case .nextPage: 1
    case .previousPage: -1
    default: nil
    }
  }

  /// The destination in the album if the picture can't pan in that direction.
  var sideways: Album.Destination? {
    switch self {
    case .view(.pan(.left)): .previous
    case .view(.pan(.right)): .next
    default: nil
    }
  }

  /// Returns the change of a view; `nil` if the command is not for the view, such as a sideways
  /// arrow over a picture that fits, which is for the album.
  func change(of zoom: ZoomController) -> ZoomCommand? {
    guard case .view(let change) = self, sideways == nil || !zoom.fitsHorizontally else {
      return nil
    }
    return change
  }
}

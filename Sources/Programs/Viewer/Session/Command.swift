/// What a key or a button asks the window to do.
enum Command: Hashable, Sendable {
  /// Directions on the screen.
  enum Direction: Hashable, Sendable {
    case left, right, up, down
  }

  /// Zoom by a step about the view's centre.
  case zoomIn, zoomOut
  /// Show the whole picture.
  case fit
  /// Fill the window with a picture that is smaller than it.
  case fill
  /// One image pixel for each device pixel.
  case actualSize
  /// Smooth or crisp pixels beyond 100 %.
  case toggleMagnification
  /// A quarter turn.
  case turnRight, turnLeft
  /// Left becomes right.
  case mirror
  /// Move the view, or go to a neighbour where the picture can't move that way.
  case pan(Direction)
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
  /// Outline the tiles, with their levels and ages, or leave that.
  case toggleTiles
  /// Show or hide the list of keys.
  case toggleHelp
  /// Open or close the filter panel.
  case toggleFilterPanel
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
    case .pan(.left): .previous
    case .pan(.right): .next
    default: nil
    }
  }
}

import Decoding
import Tiles
import Tiling
import Zooming

enum PictureEvent: Sendable {
  /// The viewer starts.
  case began
  /// More of a folder has been listed.
  case listed(ListingEvent)
  /// The user opens other files or folders in place of the album.
  case albumReplaced(Album)
  /// The user goes to another place in the album at once, by a key.
  case go(Album.Destination)
  /// The viewer has moved, renamed or restored files.
  case filesChanged([AlbumChange])
  /// The user goes to a file of the album.
  case goToFile([UInt8])
  /// The user allows the host in question to be contacted for a picture.
  case hostAllowed
  /// The user turns pages of the shown file.
  case turnPages(Int)
  /// A file was opened, or could not be.
  case fileOpened(PictureOpening)
  /// The file of a source has been replaced or modified since it was opened.
  case fileChanged(SourceID)
  /// A version of the file at a path is complete; perhaps it is the one that is shown.
  case fileWritten([UInt8])
  /// The file at a path is gone.
  case fileGone([UInt8], WatchEvent.Departure)
  /// The user asks for the newest version of the picture and of the folders.
  case reload
  /// Part of a file has been downloaded; the fraction is `nil` if the total size is unknown.
  case fileProgressed(AlbumEntry, fraction: Double?)
  case source(SourceID, SourceEvent)
  /// Every pixel of a picture's first view can be drawn; repeating it changes nothing.
  case covered(SourceID)
  /// A picture takes so long that its rows are shown as they arrive, if it is the first one.
  case rowsWorthShowing(SourceID)
  /// The view is idle and there is room for another picture, so one is opened ahead.
  case idle
  /// A picture passes on a pan at its edge.
  case panOffered(OfferedPan)
  /// Fingers hold the album.
  case transitionHeld
  /// Fingers move it by a distance in device pixels.
  case transitionMoved(by: Double)
  /// Fingers release it, with a velocity in device pixels per second.
  case transitionReleased(velocity: Double)
  /// The gesture was cancelled.
  case transitionCancelled
  /// Time has passed: a transition may be finished.
  case tick
  /// The view has a new width, in device pixels; first views must be covered again.
  case resized(width: Int)
  /// The viewer ends: all sources are closed.
  case ended
}

import Decoding
import Tiles
import Tiling
import Zooming

/// What the album's pictures are told.
enum PictureEvent: Sendable {
  /// The viewer begins.
  case began
  /// More of a folder has been listed.
  case listed(ListingEvent)
  /// Somebody goes to another place of the album at once, as keys do.
  case go(Album.Destination)
  /// The user allows what he was asked for: that a host may be asked for a picture.
  case hostAllowed
  /// Somebody goes through the pages of the file that is shown.
  case turnPages(Int)
  /// A file was opened, or could not be.
  case fileOpened(PictureOpening)
  /// The file of a source is another, or holds something else, than when it was opened.
  case fileChanged(SourceID)
  /// Some of a file has come over the network, of so much where that is known.
  case fileProgressed(AlbumEntry, fraction: Double?)
  /// A source has told something.
  case source(SourceID, SourceEvent)
  /// Every pixel of a picture's first view can be drawn; telling it again changes nothing.
  case covered(SourceID)
  /// A picture takes so long that its rows are shown as they come, if it is the first one.
  case rowsWorthShowing(SourceID)
  /// The renderer has lost all tiles: no first view can be drawn until it is told again.
  case tilesLost
  /// Nothing is wanted, nothing moves, and there is room for a picture more: one is opened ahead.
  case idle
  /// A picture gives a pan away at its edge.
  case panOffered(OfferedPan)
  /// Fingers hold the album where it is.
  case slideHeld
  /// Fingers move it, in device pixels.
  case slideMoved(by: Double)
  /// Fingers let it go with a velocity, in device pixels per second.
  case slideReleased(velocity: Double)
  /// What fingers did is taken back.
  case slideCancelled
  /// Time has passed: a slide may be over.
  case tick
  /// The view has another width, in device pixels; first views have to be covered anew.
  case resized(width: Int)
  /// The viewer ends: all sources are closed.
  case ended
}

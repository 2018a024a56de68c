import Tiles
import Zooming

/// What the album's pictures are told.
enum PictureEvent: Sendable {
  /// The viewer begins.
  case began
  /// More of a folder has been listed.
  case listed(ListingEvent)
  /// Somebody goes to another place of the album at once, as keys do.
  case go(Album.Destination)
  /// Somebody goes through the pages of the file that is shown.
  case turnPages(Int)
  /// A file was opened, or could not be.
  case fileOpened(PictureOpening)
  /// A source has read its header.
  case sourceOpened(SourceID, SourceInfo)
  /// Every pixel of a picture's first view can be drawn; telling it again changes nothing.
  case sourceCovered(SourceID)
  /// A picture takes so long that its rows are shown as they come, if it is the first one.
  case rowsWorthShowing(SourceID)
  /// Some of a picture is missing, for the reason of a sentence.
  case sourceIncomplete(SourceID, String)
  /// A source can't go on, for the reason of a sentence; it keeps the tiles that it has.
  case sourceFailed(SourceID, String)
  /// The renderer has lost all tiles: no first view can be drawn until it is told again.
  case tilesLost
  /// Nothing is wanted, nothing moves, and there is room for a picture more: one is opened ahead.
  case idle
  /// A picture gives a pan away at its edge.
  case panHandedOver(HandOver)
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

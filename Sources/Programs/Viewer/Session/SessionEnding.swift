import DecoderProtocol
import Text
import Tiles

/// Whether the window is over, and what ended it.
final class SessionEnding {
  /// Whether it is over.
  private(set) var isFinished = false
  /// Whether a signal ends the program: nothing is waited for then.
  private(set) var isHurried = false
  /// What ended it, if it is not the user.
  private(set) var error: UserError?

  /// Ends it; the first reason stays.
  func finish(_ error: UserError? = nil, isHurried: Bool = false) {
    if !isFinished { self.error = error }
    isFinished = true
    self.isHurried = self.isHurried || isHurried
  }
}

/// What other threads tell the window thread, besides the view's own: the only traffic against the
/// flow.
enum SessionMessage: Sendable {
  /// A text was drawn, or could not be.
  case text(TextAnswer)
  /// More of a folder has been listed.
  case listing(ListingEvent)
  /// A file has been opened, or could not be.
  case opened(PictureOpening)
  /// The file of a source is another one by now.
  case fileChanged(SourceID)
  /// Some of a file has been fetched.
  case fetching(AlbumEntry, FetchProgress)
  /// Filters or a colour table were read.
  case filters(FilterNews)
  /// How far the saving of pictures is.
  case saving(SaveEvent)
}

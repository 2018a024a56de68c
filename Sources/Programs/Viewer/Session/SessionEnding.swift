import DecoderProtocol
import FileChanges
import Preferences
import Text
import Tiles
import Viewing
import Windowing

final class SessionEnding {
  private(set) var isFinished = false
  /// True if a signal ends the program, which then waits for nothing.
  private(set) var isHurried = false
  /// The error that ended the session; `nil` if the user did.
  private(set) var error: UserError?

  /// Ends the session; only the first reason counts.
  func finish(_ error: UserError? = nil, isHurried: Bool = false) {
    if !isFinished { self.error = error }
    isFinished = true
    self.isHurried = self.isHurried || isHurried
  }
}

/// A message from another thread to the window thread, apart from the view's own: the only messages
/// against the flow.
enum SessionMessage: Sendable {
  /// A text was drawn, or could not be.
  case text(TextAnswer)
  /// More of a folder was listed, for the album with this number.
  case listing(ListingEvent, album: Int)
  /// An answer about paths.
  case paths(PathEvent)
  /// The end of the dialog in which files are chosen.
  case chosen(FileChoice)
  /// The end of printing, or of setting a wallpaper.
  case desktop(DesktopEvent)
  /// An answer about other programs.
  case programs(ProgramEvent)
  /// A file was opened, or could not be.
  case opened(PictureOpening)
  /// The file of a source has been replaced or modified.
  case fileChanged(SourceID)
  /// Other programs have changed files.
  case watched(WatchEvent)
  /// Part of a file was downloaded.
  case fetching(AlbumEntry, FetchProgress)
  /// Filters or a colour table were read.
  case filters(FilterEvent)
  case pasted(Clipboard.Pasted)
  /// The content of the drop with this number was read.
  case dropped(Int, Clipboard.Pasted)
  /// News of a drag out of the window.
  case dragged(DragReport)
  /// The colour of a pixel, or why it can't be read.
  case color(ColorCopier.Answer)
  /// The desktop's portal says something else.
  case portal(DesktopSettings.Source)
  /// The settings file was saved.
  case preferences(PreferencesReading)
  case saving(SaveEvent)
  case files(FileJobEvent)
}

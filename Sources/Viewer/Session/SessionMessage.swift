import Filters
import Rendering
import Text

/// What other threads tell the window thread: the only traffic against the flow.
enum SessionMessage: Sendable {
  /// A tile became resident, a frame was presented, or drawing is in trouble.
  case render(RenderEvent)
  /// A text was drawn, or could not be.
  case text(TextAnswer)
  /// More of a folder has been listed.
  case listing(ListingEvent)
  /// A file has been opened, or could not be.
  case opened(PictureOpening)
  /// The user's filters were read, and what is wrong with them.
  case filtersRead(FilterLibrary, [FilterProblem])
  /// A colour table was read for a parameter, or could not be.
  case tableRead(Result<FilterFile, FilterProblem>, link: Int, parameter: Int)
  /// How far the saving of pictures is.
  case saving(SaveEvent)
}

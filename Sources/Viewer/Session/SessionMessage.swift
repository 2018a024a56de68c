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
  /// Filters or colour tables were read, or could not be.
  case filters(FilterNews)
  /// How far the saving of pictures is.
  case saving(SaveEvent)
}

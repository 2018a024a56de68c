import Text

/// What other threads tell the window thread, besides the view's own: the only traffic against the flow.
enum SessionMessage: Sendable {
  /// A text was drawn, or could not be.
  case text(TextAnswer)
  /// More of a folder has been listed.
  case listing(ListingEvent)
  /// A file has been opened, or could not be.
  case opened(PictureOpening)
  /// Filters or a colour table were read.
  case filters(FilterNews)
  /// How far the saving of pictures is.
  case saving(SaveEvent)
}

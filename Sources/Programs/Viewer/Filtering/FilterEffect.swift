import Controls
import Filters

/// A request from the filters to the window's owner.
enum FilterEffect: Hashable, Sendable {
  /// Report sentences on standard error, each once, and in the window.
  case notify([String])
  /// Report sentences on standard error only, each once: the panel shows them.
  case write([String])
  /// Remember that these sentences have been written to standard error.
  case wasReported([String])
  /// Show a note beside the picture's name for a moment: what a key has done.
  case showCaption(String)
  /// Draw the panel and the split line as given, or hide them.
  case draw(panel: PanelDrawing?, split: PanelDrawing?)
  /// Draw a frame, because the picture looks different.
  case redraw
  /// Save the whole picture with its filters.
  case savePicture
  /// Save the visible part.
  case saveView
}

/// An event from the threads that read filters.
enum FilterEvent: Sendable {
  /// The user's filters were read, with these errors.
  case library(FilterLibrary, [FilterError])
  /// A parameter's colour table was read, or reading it failed.
  case table(Result<FilterFile, FilterError>, link: Int, parameter: Int)
  /// A profile in the chain was read again for another display.
  case renewed(FilterFile, link: Int, parameter: Int)
}

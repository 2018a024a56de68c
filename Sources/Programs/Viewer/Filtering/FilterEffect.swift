import Controls
import Filters

/// What the filters ask of whoever owns the window.
enum FilterEffect: Hashable, Sendable {
  /// Say sentences on the standard error, each once, and in the window.
  case tell([String])
  /// Say them on the standard error alone, each once: they stand in the panel.
  case write([String])
  /// These sentences have been said on the standard error.
  case wasTold([String])
  /// Show a note beside the picture's name for a moment: what a key has done.
  case showCaption(String)
  /// Put the panel and the split line over the picture as they are now, or take them away.
  case draw(panel: PanelDrawing?, split: PanelDrawing?)
  /// The picture looks different: draw a frame.
  case redraw
  /// Save the whole picture with its chain.
  case savePicture
  /// Save what the view shows.
  case saveView
}

/// What the threads that read filters tell.
enum FilterNews: Sendable {
  /// The user's filters were read, and what is wrong with them.
  case library(FilterLibrary, [FilterError])
  /// A colour table was read for a parameter, or could not be.
  case table(Result<FilterFile, FilterError>, link: Int, parameter: Int)
  /// A profile that the chain has was read for another display.
  case renewed(FilterFile, link: Int, parameter: Int)
}

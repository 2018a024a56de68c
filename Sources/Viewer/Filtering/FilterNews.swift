import Filters

/// What the threads that read filters tell.
enum FilterNews: Sendable {
  /// The user's filters were read, and what is wrong with them.
  case library(FilterLibrary, [FilterProblem])
  /// A colour table was read for a parameter, or could not be.
  case table(Result<FilterFile, FilterProblem>, link: Int, parameter: Int)
}

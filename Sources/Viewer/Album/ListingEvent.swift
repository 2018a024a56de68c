/// What the listing thread is to do for one argument of the command line.
struct ListingJob: Hashable, Sendable {
  /// Which argument.
  var argument: Int
  /// What to look at.
  var path: [UInt8]
  /// Whether it is known to be a folder; else that is found out first.
  var isFolder: Bool
}

/// What the listing thread tells the album.
enum ListingEvent: Sendable {
  /// An argument is a folder; its names follow.
  case isFolder(argument: Int)
  /// All names found so far, in order: each event replaces the one before.
  case names(argument: Int, NameList, isComplete: Bool)
  /// Everything has been looked at.
  case ended
}

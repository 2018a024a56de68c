/// An event from the watching thread to the window.
enum WatchEvent: Hashable, Sendable {
  /// A version of the watched file is complete: perhaps the one that is shown, perhaps a new one.
  case written([UInt8])
  /// The watched file has another name in the same folder, or in another watched one.
  case renamed([UInt8], to: [UInt8])
  /// The watched file is gone from its path.
  case gone([UInt8], Departure)
  /// Names have appeared or disappeared in the folders of these arguments of an album.
  ///
  /// If `isCertain` is false, the folders are only watched from now on, and may have changed since
  /// they were listed.
  case foldersChanged(Set<Int>, album: Int, isCertain: Bool)
  /// Changes can't be watched, for this reason.
  case failed(String)

  /// How a file has gone from its path.
  enum Departure: Hashable, Sendable {
    /// It was deleted.
    case deleted
    /// It was moved to a folder that is not watched.
    case moved
    /// Its name belongs to something that is no file, such as a pipe.
    case replaced

    /// The sentence about a file with this name.
    func sentence(about name: String) -> String {
      switch self {
      case .deleted: "\(name) was deleted"
      case .moved: "\(name) was moved to another folder"
      case .replaced: "\(name) was replaced by something that is not a file"
      }
    }
  }
}

/// What the watching thread watches.
struct WatchedPlaces: Hashable, Sendable {
  /// A file that is looked at.
  struct Shown: Hashable, Sendable {
    var path: [UInt8]
    /// True if it may have changed since it was opened, so that it is looked at once.
    var isOpen: Bool
  }

  /// A folder of the album.
  struct Folder: Hashable, Sendable {
    /// The index of its command line argument.
    var argument: Int
    var path: [UInt8]
  }

  /// The file on the screen; `nil` if there is none.
  var shown: Shown?
  /// The album's number.
  var album = 0
  /// The album's folders.
  var folders: [Folder] = []
}

import Platform

/// Collects folders whose names have changed until it is worth listing them again.
///
/// A value without a clock: times are seconds of one monotonic clock, and are passed in.
struct ChangedFolders: Sendable {
  /// How long no name must have changed, in seconds.
  static let quietDuration = 0.2
  /// How long a folder that keeps changing waits, in seconds.
  static let patience = 1.0
  /// The most new files that are remembered until they are written; beyond, every written file
  /// counts.
  static let mostNewFiles = 4096

  private var changed: Set<Int32> = []
  private var hasOverflowed = false
  private var since: Double?
  private var latest = 0.0
  /// Files that were created and not yet written: only then their kind is known.
  private var new: Set<ReloadState.Place> = []
  private var isNewFull = false

  /// When to list folders again; `nil` if none has changed.
  var deadline: Double? {
    since.map { min(latest + Self.quietDuration, $0 + Self.patience) }
  }

  mutating func note(_ change: FolderWatch.Change, at now: Double) {
    switch change.kind {
    case .overflow: hasOverflowed = true
    case .folderGone: changed.insert(change.folder)
    // Hidden files are never listed.
    case _ where change.name.first == UInt8(ascii: "."): return
    case .modified: return
    case .created:
      if new.count < Self.mostNewFiles {
        new.insert(ReloadState.Place(folder: change.folder, name: change.name))
      } else {
        isNewFull = true
      }
      changed.insert(change.folder)
    case .written:
      // A known picture that is written again changes no list.
      let place = ReloadState.Place(folder: change.folder, name: change.name)
      guard new.remove(place) != nil || isNewFull else { return }
      changed.insert(change.folder)
    case .movedFrom, .movedTo, .deleted: changed.insert(change.folder)
    }
    since = since ?? now
    latest = now
  }

  /// Returns the numbers of the folders that are due, `nil` for all; without any, none is due.
  mutating func take(at now: Double) -> (isDue: Bool, folders: Set<Int32>?) {
    guard let due = deadline, now >= due else { return (false, []) }
    defer {
      (changed, hasOverflowed, since) = ([], false, nil)
      if isNewFull { (new, isNewFull) = ([], false) }
    }
    return (true, hasOverflowed ? nil : changed)
  }
}

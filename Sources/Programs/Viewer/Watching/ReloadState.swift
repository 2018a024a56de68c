import Platform

/// Decides when a file that other programs write, replace, rename or delete is to be looked at.
///
/// A value without a clock: times are seconds of one monotonic clock, and are passed in.
struct ReloadState: Hashable, Sendable {
  /// What to do about the file.
  enum Action: Hashable, Sendable {
    /// Look at its path: there may be a new version, or nothing.
    case look
    /// It has this name in the folder with this number.
    case follow(Place)
    /// It is gone.
    case part(isMoved: Bool)
  }

  /// A name in a watched folder.
  struct Place: Hashable, Sendable {
    /// The folder's number.
    var folder: Int32
    /// The name in the folder.
    var name: [UInt8]
  }

  private enum Pending: Hashable {
    case look
    /// The name is gone, perhaps only until a new version takes it; a cookie identifies the
    /// renaming.
    case departure(cookie: UInt32?, to: Place?)
  }

  /// How long a file that was closed after writing must stay unchanged, in seconds.
  static let closedDuration = 0.2
  /// How long a file that is still open for writing must stay unchanged, in seconds.
  static let openDuration = 0.6
  /// How long a name must be gone, in seconds: programs that save may delete or rename the old
  /// version first.
  static let departureDuration = 0.3
  /// The shortest time between two new versions that take the name by renaming, in seconds.
  static let interval = 0.2

  /// Where the file is.
  let place: Place
  /// When to act; `nil` if nothing is pending.
  private(set) var deadline: Double?
  private var pending = Pending.look
  private var lastLook: Double?

  /// Creates the state of a file; if it `mayHaveChanged`, it is looked at once.
  init(_ place: Place, mayHaveChanged: Bool, at now: Double) {
    self.place = place
    deadline = mayHaveChanged ? now : nil
  }

  /// Handles a change in a watched folder.
  mutating func take(_ change: FolderWatch.Change, at now: Double) {
    guard change.folder == place.folder, change.name == place.name else {
      return takeOther(change, at: now)
    }
    switch change.kind {
    case .written: wait(for: .look, until: now + Self.closedDuration)
    // A file that was just created is empty; a link is complete.
    case .modified, .created: wait(for: .look, until: now + Self.openDuration)
    case .movedTo:
      // It is complete; a version that follows at once doesn't delay it.
      let due = max(now, lastLook.map { $0 + Self.interval } ?? now)
      let before = pending == .look ? deadline : nil
      wait(for: .look, until: min(due, before ?? due))
    case .movedFrom:
      wait(
        for: .departure(cookie: change.cookie, to: nil), until: now + Self.departureDuration)
    case .deleted:
      wait(for: .departure(cookie: nil, to: nil), until: now + Self.departureDuration)
    case .folderGone, .overflow: break
    }
  }

  private mutating func takeOther(_ change: FolderWatch.Change, at now: Double) {
    switch change.kind {
    case .overflow: wait(for: .look, until: now + Self.closedDuration)
    case .folderGone where change.folder == place.folder:
      wait(for: .look, until: now + Self.departureDuration)
    case .movedTo:
      guard deadline != nil, case .departure(let cookie?, _) = pending, cookie == change.cookie
      else { return }
      pending = .departure(
        cookie: cookie, to: Place(folder: change.folder, name: change.name))
    default: break
    }
  }

  private mutating func wait(for next: Pending, until time: Double) {
    pending = next
    deadline = time
  }

  /// Returns what to do once it is due.
  mutating func act(at now: Double) -> Action? {
    guard let due = deadline, now >= due else { return nil }
    deadline = nil
    switch pending {
    case .look:
      lastLook = now
      return .look
    case .departure(_, let target?): return .follow(target)
    case .departure(let cookie, nil): return .part(isMoved: cookie != nil)
    }
  }
}

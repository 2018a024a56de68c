import Decoding

/// The files of an album that are being opened: the pending one, and one ahead of time.
///
/// Each request gets one answer, unless it is abandoned.
struct FileRequests {
  /// The event that must precede a pending picture.
  private enum Waiting {
    /// The listing of a folder.
    case listing
    /// The opening of a file; `reloadedPage` is the page that is reopened because it has changed.
    case file(AlbumEntry, reloadedPage: Int?)
  }

  enum Purpose {
    case pending(reloadedPage: Int?)
    case ahead
    /// The answer is older than the permission that it lacks: the file is to be opened again.
    case outdated
    /// The user has gone elsewhere.
    case nothing
  }

  private var waiting: Waiting?
  private var asked: Set<AlbumEntry> = []
  /// Requests from before the user last allowed a host.
  private var outdated: Set<AlbumEntry> = []
  /// The downloaded fraction of the pending file; `nil` if unknown.
  private(set) var progress: Progress?
  /// The file that is being opened ahead.
  private(set) var ahead: AlbumEntry?
  /// Named files that could be opened before.
  private var known: Set<AlbumEntry> = []
  /// Neighbours that can't be opened; tried again only when the user gets there.
  private var unreachable: Set<AlbumEntry> = []
  /// Downloads the user skipped; fetched again on return.
  private var givenUp: Set<AlbumEntry> = []

  /// True while a file is being opened.
  var isOpening: Bool { !asked.isEmpty }
  /// True while there is no pending picture yet.
  var isWaiting: Bool { waiting != nil }

  /// The entry whose file is pending.
  var awaited: AlbumEntry? { if case .file(let entry, _)? = waiting { entry } else { nil } }

  /// Returns true if a file is pending.
  func isWaiting(for entry: AlbumEntry) -> Bool { awaited == entry }

  /// Returns true if a file could be opened before.
  func isKnown(_ entry: AlbumEntry) -> Bool { known.contains(entry) }

  /// Returns true if a neighbour may be opened ahead of time.
  func mayOpenAhead(_ entry: AlbumEntry) -> Bool {
    entry.origin != .standardInput && !unreachable.contains(entry) && !givenUp.contains(entry)
  }

  /// Waits for the listing of a folder; a download for the previous file is cancelled.
  mutating func waitForListing() -> [PictureEffect] {
    defer { waiting = .listing }
    return stopWaiting()
  }

  /// Waits for nothing; a download for the previous file is cancelled.
  mutating func stopWaiting() -> [PictureEffect] {
    defer {
      waiting = nil
      progress = nil
    }
    guard case .file(let entry, _)? = waiting else { return [] }
    return abandon(entry)
  }

  /// Opens a file that becomes the pending picture; `isReload` is true if the user asks for the
  /// newest version.
  mutating func open(
    _ entry: AlbumEntry, reloadedPage: Int? = nil, isReload: Bool = false
  ) -> [PictureEffect] {
    waiting = .file(entry, reloadedPage: reloadedPage)
    if ahead == entry { ahead = nil }
    givenUp.remove(entry)
    return ask(entry, isReload: isReload)
  }

  /// Opens a neighbour's file ahead of time.
  mutating func prefetchNeighbour(_ entry: AlbumEntry) -> [PictureEffect] {
    ahead = entry
    return ask(entry)
  }

  /// Cancels the download of a neighbour.
  mutating func abandonAhead() -> [PictureEffect] {
    guard let entry = ahead else { return [] }
    ahead = nil
    return abandon(entry)
  }

  /// Records the download of the pending file.
  mutating func progressed(_ entry: AlbumEntry, _ fraction: Double, at now: Double) {
    guard isWaiting(for: entry) else { return }
    progress = Progress(fraction: fraction, since: progress?.since ?? now)
  }

  mutating func take(_ opening: PictureOpening) -> Purpose {
    let entry = opening.entry
    asked.remove(entry)
    let isOutdated = outdated.remove(entry) != nil
    if case .file(entry, let page)? = waiting {
      _ = stopWaiting()
      if isOutdated, case .failure(.needsNetwork) = opening.result { return .outdated }
      if case .success = opening.result, entry.origin == .named { known.insert(entry) }
      return .pending(reloadedPage: page)
    }
    guard ahead == entry else { return .nothing }
    ahead = nil
    return .ahead
  }

  /// Records that the user has allowed a host: requests that are under way don't know of it.
  mutating func hostAllowed() { outdated = asked }

  /// Records that a neighbour can't be opened.
  mutating func cannotReach(_ entry: AlbumEntry) { unreachable.insert(entry) }

  private mutating func ask(_ entry: AlbumEntry, isReload: Bool = false) -> [PictureEffect] {
    asked.insert(entry).inserted ? [.gallery(.openFile(entry, isReload: isReload))] : []
  }

  /// Cancels the download of a file that is no longer needed.
  private mutating func abandon(_ entry: AlbumEntry) -> [PictureEffect] {
    guard entry.isAddress, asked.remove(entry) != nil else { return [] }
    outdated.remove(entry)
    givenUp.insert(entry)
    return [.gallery(.abandonFile(entry))]
  }
}

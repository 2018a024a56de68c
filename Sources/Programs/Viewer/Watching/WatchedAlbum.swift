import Glibc
import Platform

/// The watches of one album, and what they have reported; belongs to the watching thread.
struct WatchedAlbum: ~Copyable {
  private static let mostFolders = 256

  private let watch: FolderWatch
  private let deliver: (WatchEvent) -> Void
  private var places = WatchedPlaces()
  private var numbers: [[UInt8]: Int32] = [:]
  private var shown: ReloadState?
  private var changed = ChangedFolders()
  /// True once the shown file was reported as gone.
  private var isGone = false
  private var hasFailed = false

  init(watch: consuming FolderWatch, deliver: @escaping (WatchEvent) -> Void) {
    self.watch = watch
    self.deliver = deliver
  }

  /// The descriptor that is readable while changes are queued.
  var number: Int32 { watch.number }

  /// When to call `act` without a change; `nil` if nothing is due.
  var deadline: Double? { [shown?.deadline, changed.deadline].compactMap { $0 }.min() }

  // MARK: What is watched

  /// Replaces what is watched.
  mutating func watch(_ next: WatchedPlaces, at now: Double) {
    let before = places
    places = next
    let folders = Array(next.folders.prefix(Self.mostFolders))
    let shownFolder = next.shown.map { Self.folder(of: $0.path) }
    let needed = Set(folders.map(\.path) + (shownFolder.map { [$0] } ?? []))
    let gone = numbers.filter { !needed.contains($0.key) }
    for path in gone.keys { numbers[path] = nil }
    for number in Set(gone.values) where !numbers.values.contains(number) { watch.unwatch(number) }
    var fresh: Set<Int> = []
    for folder in folders where before.album != next.album || !before.folders.contains(folder) {
      if begin(folder.path, seesWriting: folder.path == shownFolder) {
        fresh.insert(folder.argument)
      }
    }
    if before.shown != next.shown || before.album != next.album {
      watchShown(after: before.shown, at: now)
    }
    if !fresh.isEmpty {
      deliver(.foldersChanged(fresh, album: next.album, isCertain: false))
    }
  }

  /// Watches the folder of the shown file.
  private mutating func watchShown(after before: WatchedPlaces.Shown?, at now: Double) {
    let shownFolder = places.shown.map { Self.folder(of: $0.path) }
    if let former = before.map({ Self.folder(of: $0.path) }), former != shownFolder,
      numbers[former] != nil
    {
      _ = begin(former, seesWriting: false)
    }
    (shown, isGone) = (nil, false)
    guard let file = places.shown, let shownFolder else { return }
    guard begin(shownFolder, seesWriting: true), let number = numbers[shownFolder] else {
      if file.isOpen { look(at: file.path) }
      return
    }
    shown = ReloadState(
      .init(folder: number, name: Array(PathBytes.lastComponent(of: file.path))),
      mayHaveChanged: file.isOpen, at: now)
  }

  /// Watches a folder; returns false, and says why once, if that fails.
  private mutating func begin(_ path: [UInt8], seesWriting: Bool) -> Bool {
    do throws(Errno) {
      numbers[path] = try watch.watch(path, seesWriting: seesWriting)
      return true
    } catch {
      if !hasFailed, let sentence = Self.sentence(about: error) {
        hasFailed = true
        deliver(.failed(sentence))
      }
      return false
    }
  }

  /// Returns why a folder can't be watched; `nil` if its pictures say so, because it is gone or
  /// forbidden.
  static func sentence(about error: Errno) -> String? {
    guard [ENOSPC, ENOMEM].contains(error.code) else { return nil }
    let reason = error.code == ENOSPC ? "the limit of watched folders is reached" : error.message
    return "changes by other programs are not noticed: \(reason); F5 reloads"
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    let folder = PathBytes.folder(of: path)
    return folder.isEmpty ? Array(".".utf8) : folder
  }

  // MARK: Changes

  /// Reads the queued changes.
  mutating func takeChanges(at now: Double) {
    for change in watch.takeChanges() {
      shown?.take(change, at: now)
      changed.note(change, at: now)
      if change.kind == .folderGone {
        watch.unwatch(change.folder)
        numbers = numbers.filter { $0.value != change.folder }
      }
    }
  }

  /// Does what is due.
  mutating func act(at now: Double) {
    let due = changed.take(at: now)
    if due.isDue {
      let arguments = places.folders.filter { folder in
        guard let folders = due.folders else { return true }
        // The number of a folder that is gone is no longer known.
        return numbers[folder.path].map(folders.contains) ?? true
      }
      .map(\.argument)
      if !arguments.isEmpty {
        deliver(.foldersChanged(Set(arguments), album: places.album, isCertain: true))
      }
    }
    guard let file = places.shown?.path else { return }
    switch shown?.act(at: now) {
    case .look: look(at: file)
    case .follow(let place):
      if place.folder == shown?.place.folder {
        deliver(.renamed(file, to: PathBytes.folder(of: file) + place.name))
      } else if let folder = numbers.first(where: { $0.value == place.folder })?.key {
        deliver(.renamed(file, to: PathBytes.prefix(forEntriesOf: folder) + place.name))
      }
    case .part(let isMoved): part(from: file, isMoved ? .moved : .deleted)
    case nil: break
    }
  }

  private mutating func look(at file: [UInt8]) {
    var status = stat()
    guard file.withCPath({ stat($0, &status) }) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { part(from: file, .deleted) }
      return
    }
    // A pipe would never end.
    guard status.st_mode & S_IFMT == S_IFREG else { return part(from: file, .replaced) }
    isGone = false
    deliver(.written(file))
  }

  private mutating func part(from file: [UInt8], _ departure: WatchEvent.Departure) {
    guard !isGone else { return }
    isGone = true
    deliver(.gone(file, departure))
  }
}

import Glibc
import Platform

/// The folders whose changes may change a user's filters.
///
/// They are the filters' folder and its parent. If they don't exist, the nearest existing ancestor
/// is watched for the name of the next folder. If filters are links, the folders of their targets
/// are watched, too.
struct WatchedFilterFolders: WatchedFiles, ~Copyable {
  private let watch: FolderWatch
  /// The folders from the root to the filters' own, each with the next one's name.
  private let chain: [(path: [UInt8], next: [UInt8]?)]
  /// The indices in `chain` of watched folders, by watch number.
  private var watched: [Int32: Int] = [:]
  /// The names of linked files, by the watch numbers of their folders.
  private var linked: [Int32: Set<[UInt8]>] = [:]
  /// The maximum number of folders in which linked files are watched.
  private static let mostLinkedFolders = 64

  /// Creates the places for an absolute path; nothing is watched before `settle`.
  init(folder: [UInt8], watch: consuming FolderWatch) {
    self.watch = watch
    let slash = UInt8(ascii: "/")
    let names = folder.split(separator: slash).map(Array.init)
    var chain: [(path: [UInt8], next: [UInt8]?)] = [([slash], names.first)]
    for (index, name) in names.enumerated() {
      let parent = chain[index].path
      let path = (parent == [slash] ? [] : parent) + [slash] + name
      chain.append((path, index + 1 < names.count ? names[index + 1] : nil))
    }
    self.chain = chain
  }

  var number: Int32 { watch.number }

  mutating func settle() {
    // Each round finds what the last one missed; limit the rounds in case another program keeps
    // changing the folders.
    for _ in 0..<8 {
      let old = (watched: watched, linked: linked)
      watched = [:]
      for place in stride(from: chain.count - 1, through: 0, by: -1) {
        guard let number = try? watch.watch(chain[place].path) else { continue }
        watched[number] = place
        if place < chain.count - 1 { break }
      }
      followLinks()
      for number in Set(old.watched.keys).union(old.linked.keys)
      where watched[number] == nil && linked[number] == nil {
        watch.unwatch(number)
      }
      if watched == old.watched && linked == old.linked { return }
    }
  }

  private mutating func followLinks() {
    linked = [:]
    guard let folder = chain.last?.path, watched.values.contains(chain.count - 1) else { return }
    for name in FilterLibrary.names(in: folder).names.prefix(FilterLibrary.mostUserFiles) {
      guard let target = Self.target(ofLink: folder + [UInt8(ascii: "/")] + name),
        let slash = target.lastIndex(of: UInt8(ascii: "/")),
        let number = try? watch.watch(slash == 0 ? [target[0]] : Array(target[..<slash]))
      else { continue }
      linked[number, default: []].insert(Array(target[(slash + 1)...]))
      if linked.count >= Self.mostLinkedFolders { return }
    }
  }

  /// Returns the final target of a link; `nil` if the file is not a link.
  private static func target(ofLink path: [UInt8]) -> [UInt8]? {
    var status = stat()
    guard path.withCPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      return nil
    }
    return path.resolvedPath
  }

  mutating func takeChanges() -> Bool {
    var isChanged = false
    for change in watch.takeChanges() where !isChanged { isChanged = concerns(change) }
    if isChanged { settle() }
    return isChanged
  }

  private func concerns(_ change: FolderWatch.Change) -> Bool {
    if change.kind == .overflow { return true }
    if let names = linked[change.folder] {
      if change.kind == .folderGone || names.contains(change.name) { return true }
    }
    guard let place = watched[change.folder] else { return false }
    if change.kind == .folderGone || change.name == chain[place].next { return true }
    return place == chain.count - 1 && isChange(change)
  }

  /// True if a change in the filters' folder affects a filter.
  private func isChange(_ change: FolderWatch.Change) -> Bool {
    guard FilterLibrary.isFilterFile(change.name) else { return false }
    guard change.kind == .created, let folder = chain.last?.path else { return true }
    // A new file is still empty, and another event follows when it is written; not so for a link.
    var status = stat()
    let path = folder + [UInt8(ascii: "/")] + change.name
    return path.withCPath { lstat($0, &status) } == 0
      && (status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1)
  }
}

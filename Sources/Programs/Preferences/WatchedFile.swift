import Platform

/// Files whose changes are noticed however they are saved: written in place, renamed into place,
/// through links, or together with folders that did not exist.
///
/// It creates nothing.
struct WatchedFile: WatchedFiles, ~Copyable {
  private let watch: FolderWatch
  private let paths: @Sendable () -> [[UInt8]]
  /// The names that matter, by the watch numbers of their folders.
  private var names: [Int32: Set<[UInt8]>] = [:]

  /// Creates the value for absolute paths, which may be others after a change; nothing is watched
  /// before `settle`.
  init(_ watch: consuming FolderWatch, paths: @escaping @Sendable () -> [[UInt8]]) {
    self.watch = watch
    self.paths = paths
  }

  var number: Int32 { watch.number }

  mutating func settle() {
    // Each round finds what the last one missed; limit the rounds in case somebody keeps changing
    // it.
    for _ in 0..<8 {
      let old = names
      names = [:]
      for path in paths() {
        follow(path)
        if let target = path.resolvedPath, target != path { follow(target) }
      }
      for number in old.keys where names[number] == nil { watch.unwatch(number) }
      if names == old { return }
    }
  }

  /// Watches the deepest folder of a path that exists, for the next name in it.
  private mutating func follow(_ path: [UInt8]) {
    var path = path[...]
    while let slash = path.lastIndex(of: UInt8(ascii: "/")) {
      let folder = slash == path.startIndex ? path[...slash] : path[..<slash]
      if let number = try? watch.watch(Array(folder)) {
        names[number, default: []].insert(Array(path[(slash + 1)...]))
        return
      }
      path = path[..<slash]
    }
  }

  mutating func takeChanges() -> Bool {
    let isChanged = watch.takeChanges().contains { change in
      if change.kind == .overflow { return true }
      guard let names = names[change.folder] else { return false }
      return change.kind == .folderGone || names.contains(change.name)
    }
    if isChanged { settle() }
    return isChanged
  }
}

import FileChanges
import Platform

/// The sentences about what file commands did.
enum FileSentence {
  /// Returns what one command has changed, at least one file.
  static func done(_ changes: [FileChange]) -> String {
    guard let first = changes.first else { return "" }
    let names = changes.count == 1 ? name(first.path) : "\(changes.count) files"
    switch first.kind {
    case .trashed: return "Moved \(names) to the trash"
    case .deleted: return "deleted \(names) for good"
    case .copied(let path, _): return "Copied \(names) to \(folder(path))"
    case .moved(let path):
      let isRename = PathBytes.folder(of: path) == PathBytes.folder(of: first.path)
      return isRename ? "Renamed to \(name(path))" : "Moved \(names) to \(folder(path))"
    }
  }

  /// Returns what was undone, at least one change.
  static func undone(_ changes: [UndoneChange]) -> String {
    guard changes.count == 1, let first = changes.first else {
      return "undone for \(changes.count) files"
    }
    if let path = first.appeared { return "\(name(path)) is back" }
    return first.disappeared.map { "the copy \(name($0)) is gone" } ?? ""
  }

  private static func name(_ path: [UInt8]) -> String {
    escapedForDisplay(PathBytes.lastComponent(of: path), limit: 40)
  }

  private static func folder(_ path: [UInt8]) -> String {
    let folder = PathBytes.folder(of: path)
    return folder.count > 1 ? name(folder) : "/"
  }
}

import FileChanges
import Platform

/// The messages about completed file commands.
enum FileSentence {
  /// Returns the message about a command that has changed at least one file.
  static func done(_ changes: [FileChange]) -> String {
    guard let first = changes.first else { return "" }
    let names = changes.count == 1 ? name(first.path) : "\(changes.count) files"
    switch first.kind {
    case .trashed: return "Moved \(names) to the trash"
    case .deleted: return "Deleted \(names) for good"
    case .copied(let path, _): return "Copied \(names) to \(folder(path))"
    case .moved(let path):
      let isRename = PathBytes.folder(of: path) == PathBytes.folder(of: first.path)
      return isRename ? "Renamed to \(name(path))" : "Moved \(names) to \(folder(path))"
    case .turned(let turned):
      if turned.isTrimmed { return "Turned and trimmed \(names)" }
      return "Turned \(names)" + (turned.isByTag ? " by its orientation tag" : "")
    }
  }

  /// Returns the message about at least one change that was undone.
  static func undone(_ changes: [UndoneChange]) -> String {
    guard changes.count == 1, let first = changes.first else {
      return "Undid the changes to \(changes.count) files"
    }
    if let path = first.rewritten { return "Turned \(name(path)) back" }
    if let path = first.appeared { return "Restored \(name(path))" }
    return first.disappeared.map { "Removed the copy \(name($0))" } ?? ""
  }

  private static func name(_ path: [UInt8]) -> String {
    escapedForDisplay(PathBytes.lastComponent(of: path), limit: 40)
  }

  private static func folder(_ path: [UInt8]) -> String {
    let folder = PathBytes.folder(of: path)
    return folder.count > 1 ? name(folder) : "/"
  }
}

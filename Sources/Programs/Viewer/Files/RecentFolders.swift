import FileChanges
import Platform

/// The folders that files were last copied or moved into: `fresnel/folders` in `$XDG_STATE_HOME`.
///
/// Each is a line; names that are not UTF-8, or contain a newline, are not stored.
struct RecentFolders: Hashable, Sendable {
  /// The maximum number of folders.
  static let limit = 10
  /// Absolute paths, the latest first.
  private(set) var folders: [[UInt8]] = []

  mutating func add(_ folder: [UInt8]) {
    var folder = folder
    while folder.count > 1, folder.last == UInt8(ascii: "/") { folder.removeLast() }
    guard Self.isValid(folder) else { return }
    folders.removeAll { $0 == folder }
    folders.insert(folder, at: 0)
    folders = Array(folders.prefix(Self.limit))
  }

  /// The file's text.
  var text: String { folders.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }

  /// Parses a file's text, ignoring anything that isn't an absolute path.
  init(text: String = "") {
    let lines = text.split(separator: "\n" as Character).map { Array($0.utf8) }
    for line in lines.filter(Self.isValid).prefix(Self.limit).reversed() { add(line) }
  }

  private static func isValid(_ folder: [UInt8]) -> Bool {
    folder.first == UInt8(ascii: "/") && folder.count < 4096
      && folder.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\n") }
      && String(validating: folder, as: UTF8.self) != nil
  }

  /// The file's path; `nil` if there is no home folder.
  private static func path() -> [UInt8]? {
    BaseFolder.state.path().map { $0 + Array("/fresnel/folders".utf8) }
  }

  /// Reads the file; the list is empty if there is none.
  static func read() -> RecentFolders {
    RecentFolders(text: path().flatMap(SavedChain.read) ?? "")
  }

  /// Writes the file; if that fails, the folders are remembered for this window only.
  func write() {
    if let path = Self.path() { try? SavedChain.write(text, to: path) }
  }
}

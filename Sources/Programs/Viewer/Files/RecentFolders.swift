import FileChanges
import Platform

/// The folders that files were copied or moved into last: `fresnel/folders` in `$XDG_STATE_HOME`.
///
/// Each is a line; those whose names are no text, or contain a newline, are not remembered.
struct RecentFolders: Hashable, Sendable {
  /// The most folders that are remembered.
  static let limit = 10
  /// Absolute paths, the latest first.
  private(set) var folders: [[UInt8]] = []

  /// Adds a folder to the front.
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

  /// Reads a file's text; anything that isn't an absolute path is left out.
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

  /// Reads the file; without one, no folder is remembered yet.
  static func read() -> RecentFolders {
    RecentFolders(text: path().flatMap(SavedChain.read) ?? "")
  }

  /// Writes the file; if that is impossible, the folders are remembered for this window only.
  func write() {
    if let path = Self.path() { try? SavedChain.write(text, to: path) }
  }
}

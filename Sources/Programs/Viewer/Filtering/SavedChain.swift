import Platform

/// The file that saves the chain between sessions: `filters` of the state files.
///
/// It exists while the setting is on, even if the chain is empty.
enum SavedChain {
  /// The maximum number of bytes to read; a longer file is not one of ours.
  private static let mostBytes = 64 << 10

  /// The file's path; `nil` if there is no home folder.
  static func path(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    StateFile.path("filters", environment: environment)
  }

  /// Returns the saved text; `nil` if there is none or it can't be read.
  static func read(_ path: [UInt8]) -> String? {
    guard let bytes = StateFile.read(path, limit: mostBytes) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Saves a text atomically: a concurrent reader sees the old text or the new one.
  static func write(_ text: String, to path: [UInt8]) throws(Errno) {
    try StateFile.write(Array((text + "\n").utf8), to: path)
  }

  /// Deletes the file.
  static func remove(_ path: [UInt8]) { StateFile.remove(path) }
}

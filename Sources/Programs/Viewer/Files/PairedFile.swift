/// A file that a command is about, with the RAW file that is one entry with it.
struct PairedFile: Hashable, Sendable {
  /// The file in the album.
  let path: [UInt8]
  /// The RAW file's path; `nil` if there is none.
  let raw: [UInt8]?

  /// Both files.
  var all: [[UInt8]] { [path] + (raw.map { [$0] } ?? []) }
}

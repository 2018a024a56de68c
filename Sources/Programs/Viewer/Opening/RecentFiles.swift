import Decoding
import GIOFiles
import Platform

/// The recent files, the newest first.
///
/// They are stored as file addresses, one per line, in `recent` in the state folder; an album that
/// the user pages through counts as one file, the last one shown.
struct RecentFiles: Hashable, Sendable {
  /// The paths, the newest first.
  private(set) var paths: [[UInt8]] = []

  static let limit = 100
  /// The maximum number of bytes to read; a longer file is not one of ours.
  private static let mostBytes = 1 << 20

  /// Adds a path to the front, replacing one that was added earlier.
  mutating func add(_ path: [UInt8], replacing former: [UInt8]? = nil) {
    paths.removeAll { $0 == path || $0 == former }
    paths.insert(path, at: 0)
    paths.removeLast(max(0, paths.count - Self.limit))
  }
}

extension RecentFiles {
  /// Parses the stored files, ignoring lines that are not file addresses of this computer.
  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) where paths.count < Self.limit {
      let address = Array(line)
      guard FileAddress.isAddress(address), let path = try? FileAddress.path(of: address),
        path.first == UInt8(ascii: "/"), path.count < 4096, !paths.contains(path)
      else { continue }
      paths.append(path)
    }
  }

  /// The stored form.
  var bytes: [UInt8] {
    paths.flatMap { FileAddress.address(of: $0) + [UInt8(ascii: "\n")] }
  }

  /// The path of the store; `nil` if there is no home folder.
  static var store: [UInt8]? { StateFile.path("recent") }

  /// Reads a store; empty if it can't be read.
  static func read(_ store: [UInt8]) -> RecentFiles {
    StateFile.read(store, limit: mostBytes).map(RecentFiles.init) ?? RecentFiles()
  }

  /// Adds a path to a store, which other viewers may change at the same time.
  ///
  /// `publish` passes the new list on; if the store can't be written, nothing is.
  static func remember(
    _ path: [UInt8], replacing former: [UInt8]?, in store: [UInt8],
    publish: (RecentFiles) -> Void = { _ in }
  ) {
    var written: RecentFiles?
    StateFile.locked(store) {
      var files = read(store)
      files.add(path, replacing: former)
      // A list of recent files is not worth a message.
      if (try? StateFile.write(files.bytes, to: store)) != nil { written = files }
    }
    // Other viewers don't wait for this: it reads from the picture, which may be on a slow disk.
    if let written { publish(written) }
  }

  /// Brings the desktop's list of recently used files in line; other programs offer these files,
  /// too.
  func publish() {
    guard let list = try? GIORecentList.path() else { return }
    try? GIORecentList.update(list, to: paths)
  }
}

import Glibc

/// Evicts the least recently used entries if the cache is too large.
struct CacheSweep {
  let folder: String

  private struct Found {
    let path: String
    let bytes: Int
    /// The time of last use, in nanoseconds since 1970.
    let used: Int
  }

  /// The age in seconds at which an unfinished file counts as abandoned.
  private static let draftAge = 3600

  /// If there are more than `limit` bytes, removes entries until a tenth of it is free.
  func run(limit: Int) {
    var found: [Found] = []
    let now = time(nil)
    for shelf in names(in: folder) where shelf.utf8.count == 2 {
      for name in names(in: "\(folder)/\(shelf)") {
        let path = "\(folder)/\(shelf)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        let used = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        if name.hasSuffix(".new") {
          if now - status.st_mtim.tv_sec > Self.draftAge { unlink(path) }
          continue
        }
        found.append(Found(path: path, bytes: Int(status.st_blocks) * 512, used: used))
      }
    }
    var total = found.reduce(0) { $0 + $1.bytes }
    guard total > limit else { return }
    for entry in found.sorted(by: { $0.used < $1.used }) {
      guard total > limit / 10 * 9 else { return }
      if unlink(entry.path) == 0 { total -= entry.bytes }
    }
  }

  private func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

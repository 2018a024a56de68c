import CLinux
import Glibc
import Platform

/// Evicts the least recently used entries if the cache is too large, and all of former versions.
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
  /// The folder that exists once all entries of former versions are gone; its name is no entry's.
  private var marker: String { "\(folder)/." + String(decoding: CacheRecord.mark, as: UTF8.self) }

  /// If there are more than `limit` bytes, removes entries until a tenth of it is free.
  func run(limit: Int) {
    var found: [Found] = []
    let now = time(nil)
    let mayHaveFormer = access(marker, F_OK) != 0
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
        if mayHaveFormer, !hasMark(path) {
          unlink(path)
          continue
        }
        found.append(Found(path: path, bytes: Int(status.st_blocks) * 512, used: used))
      }
    }
    if mayHaveFormer { mkdir(marker, 0o700) }
    var total = found.reduce(0) { $0 + $1.bytes }
    guard total > limit else { return }
    for entry in found.sorted(by: { $0.used < $1.used }) {
      guard total > limit / 10 * 9 else { return }
      if unlink(entry.path) == 0 { total -= entry.bytes }
    }
  }

  /// True if a file begins like an entry of this version: the first version's contained passwords,
  /// the second's responses to requests with tokens.
  private func hasMark(_ path: String) -> Bool {
    let number = fresnel_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
    guard number >= 0 else { return true }
    let file = FileDescriptor(adopting: number)
    return (try? FileDescriptor.readAll(file.number, limit: CacheRecord.mark.count))
      == CacheRecord.mark
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

import TestSupport

@testable import Fetcher

/// The fetcher's cache below a folder, read without the fetcher.
struct DownloadCache {
  /// The paths of whole entries.
  private(set) var whole: [String] = []
  /// The paths of entries that lack bytes, or have wrong ones.
  private(set) var damaged: [String] = []

  /// Reads every entry; files that were still being written are none.
  init(below caches: String) {
    let folder = caches + "/fresnel/tiles"
    for shelf in TemporaryFolder.names(in: folder) {
      for name in TemporaryFolder.names(in: "\(folder)/\(shelf)") where !name.hasSuffix(".new") {
        let path = "\(folder)/\(shelf)/\(name)"
        // A fetcher that still runs may remove it.
        guard let bytes = try? TemporaryFolder.contents(of: path) else { continue }
        if Self.isWhole(bytes) { whole.append(path) } else { damaged.append(path) }
      }
    }
  }

  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let (record, start) = CacheRecord.read(bytes) else { return false }
    var sum = ByteSum()
    sum.add(bytes[start...])
    return bytes.count == start + record.bodyCount && sum.value == record.bodySum
  }
}

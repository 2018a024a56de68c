import CLinux
import DecoderProtocol
import Glibc
import Platform

/// The disk cache of responses: one file for each.
///
/// Several processes may share a folder: files appear complete, by a rename, and are never
/// modified.
final class TileCache {
  private let folder: String
  private let limit: Int
  /// Bytes added since the last sweep; `nil` before the first.
  private var added: Int?
  private var number = 0

  /// The maximum number of bytes in a cached response.
  private static let largestBody = 64 << 20

  /// A cache of `limit` bytes in an existing folder.
  init(folder: String, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// Creates the folder below the user's cache folder; `nil` on failure, or if a folder on the way
  /// belongs to another user, who could read or replace cached data.
  static func makeFolder(below caches: String) -> String? {
    var path = caches
    mkdir(path, 0o700)
    for part in ["fresnel", "tiles"] {
      path += "/" + part
      mkdir(path, 0o700)
      guard isPrivate(path) else { return nil }
    }
    return access(path, R_OK | W_OK | X_OK) == 0 ? path : nil
  }

  /// Makes a folder private to the user; returns false if it is another user's, or a link.
  private static func isPrivate(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid()
    else { return false }
    return status.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0
  }

  private func path(of key: String) -> String { "\(folder)/\(key.prefix(2))/\(key.dropFirst(2))" }

  /// The cached entry for a request, fresh or not.
  func entry(for transfer: WebTransfer) -> CacheEntry? {
    // Responses that needed credentials are not cached.
    guard !transfer.carriesCredentials else { return nil }
    let key = Self.key(of: transfer)
    let path = path(of: key)
    guard let entry = CacheEntry(path: path) else {
      // An invalid file is damaged, or from an older version.
      unlink(path)
      return nil
    }
    guard entry.record.key == key, entry.record.bodyCount <= transfer.request.limit,
      entry.isPublic || Self.mayReachPrivateHost(transfer, of: entry)
    else { return nil }
    entry.touch()
    return entry
  }

  /// True if a request may still reach the private host that a response came from.
  private static func mayReachPrivateHost(_ transfer: WebTransfer, of entry: CacheEntry) -> Bool {
    guard transfer.permission.reach == .anywhere else { return false }
    guard let place = entry.effectiveAddress.flatMap(WebAddress.init) else { return true }
    return place.host == transfer.firstAddress.host || transfer.permission.knows(place)
  }

  /// The digest of a request's address, without credentials.
  private static func key(of transfer: WebTransfer) -> String {
    SHA256.digits(of: Array(transfer.firstAddress.text.utf8))
  }

  /// Caches a transfer's response, if its server allows that.
  func keep(_ transfer: WebTransfer) {
    let freshness = Freshness(transfer.headers, now: Double(time(nil)))
    let etag = transfer.headers["etag"] ?? ""
    let modified = transfer.headers["last-modified"] ?? ""
    let place = transfer.wasRedirected ? transfer.address.text : nil
    // A query in a redirect's target is often an access key.
    guard !transfer.carriesCredentials, place?.contains("?") != true else { return }
    // A response that is never fresh and can't be revalidated is useful only offline.
    guard freshness.isKept, transfer.received <= Self.largestBody,
      freshness.lifetime > 0 || freshness.servesStale || !etag.isEmpty || !modified.isEmpty
    else { return }
    var sum = ByteSum()
    transfer.readBody { (bytes: ArraySlice<UInt8>) in sum.add(bytes) }
    let record = CacheRecord(
      key: Self.key(of: transfer), effectiveAddress: place,
      isPublic: transfer.guardian.isPublic,
      // A redirect has freshness rules of its own, which are not evaluated.
      freshUntil: transfer.wasRedirected ? 0 : Self.end(of: freshness),
      servesStale: freshness.servesStale, etag: etag, lastModified: modified,
      bodyCount: transfer.received, bodySum: sum.value)
    write(record) { file, start in
      var place = start
      return
        (try? transfer.readBody { (bytes: ArraySlice<UInt8>) throws(Errno) in
          try FileDescriptor.writeAll(bytes, to: file.number, at: place)
          place += bytes.count
        }) != nil
    }
  }

  private static func end(of freshness: Freshness) -> UInt64 {
    UInt64(max(0, Double(time(nil)) + freshness.lifetime))
  }

  /// Renews an entry that the server has confirmed, with the server's new freshness.
  func confirm(_ entry: CacheEntry, _ transfer: WebTransfer) -> CacheEntry {
    var confirmed = entry
    let freshness = Freshness(transfer.headers, now: Double(time(nil)))
    confirmed.record.freshUntil = transfer.wasRedirected ? 0 : Self.end(of: freshness)
    guard freshness.isKept else {
      unlink(entry.path)
      return entry
    }
    guard confirmed.record.freshUntil != entry.record.freshUntil else { return entry }
    write(confirmed.record) { file, start in
      entry.copyBody(to: file, from: start) != nil
    }
    return confirmed
  }

  /// Writes a file that appears complete or not at all.
  private func write(
    _ record: CacheRecord, body: (borrowing FileDescriptor, Int) -> Bool
  ) {
    let path = path(of: record.key)
    if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o700) }
    number += 1
    let draft = "\(path).\(getpid())-\(number).new"
    let opened = fresnel_open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard opened >= 0 else { return }
    let file = FileDescriptor(adopting: opened)
    let start = record.encoded
    let isHeadWritten =
      (try? FileDescriptor.writeAll(start[...], to: file.number, at: 0)) != nil
    guard isHeadWritten, body(file, start.count), rename(draft, path) == 0 else {
      unlink(draft)
      return
    }
    grow(by: start.count + record.bodyCount)
  }

  // MARK: Size

  private func grow(by bytes: Int) {
    if let added, added + bytes < limit / 16 {
      self.added = added + bytes
      return
    }
    added = 0
    CacheSweep(folder: folder).run(limit: limit)
  }
}

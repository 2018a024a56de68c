import CLinux
import Glibc
import Platform

/// A response in the cache.
struct CacheEntry {
  var record: CacheRecord
  let path: String
  private let file: Shared<FileDescriptor>
  private let bodyStart: Int

  /// Opens a cache file; `nil` if it does not exist or is invalid.
  init?(path: String) {
    let number = fresnel_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
    guard number >= 0 else { return nil }
    let file = FileDescriptor(adopting: number)
    guard let bytes = try? FileDescriptor.readAll(file.number, limit: CacheRecord.longest),
      let (record, start) = CacheRecord.read(bytes)
    else { return nil }
    var status = stat()
    guard fstat(file.number, &status) == 0, Int(status.st_size) == start + record.bodyCount else {
      return nil
    }
    self.record = record
    self.path = path
    self.file = Shared(file)
    bodyStart = start
  }

  /// True if it may be used without revalidation.
  var isFresh: Bool { Double(record.freshUntil) > Double(time(nil)) }
  var servesStale: Bool { record.servesStale }
  var effectiveAddress: String? { record.effectiveAddress }
  var isPublic: Bool { record.isPublic }
  var etag: String? { record.etag.isEmpty ? nil : record.etag }
  var lastModified: String? { record.lastModified.isEmpty ? nil : record.lastModified }

  /// Copies the body to a file at an offset; if it is damaged, removes the entry and returns `nil`.
  func copyBody(to target: borrowing FileDescriptor, from start: Int = 0) -> Int? {
    var sum = ByteSum()
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var place = 0
    while place < record.bodyCount {
      let wanted = min(buffer.count, record.bodyCount - place)
      let count = pread(file.value.number, &buffer, wanted, off_t(bodyStart + place))
      guard count > 0 else { break }
      sum.add(buffer[..<count])
      do throws(Errno) {
        try FileDescriptor.writeAll(buffer[..<count], to: target.number, at: start + place)
      } catch {
        return nil
      }
      place += count
    }
    guard place == record.bodyCount, sum.value == record.bodySum else {
      unlink(path)
      return nil
    }
    return place
  }

  /// Updates the time of last use: eviction starts with the least recently used.
  func touch() {
    var times = [timespec(), timespec()]
    clock_gettime(CLOCK_REALTIME, &times[0])
    times[1] = times[0]
    utimensat(AT_FDCWD, path, times, 0)
  }
}

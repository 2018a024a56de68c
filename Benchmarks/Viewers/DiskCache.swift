import Glibc

/// The system's page cache.
enum DiskCache {
  /// Reads a file into the cache, so that the first contender has no disadvantage.
  static func fill(with path: String) {
    guard let stream = fopen(path, "r") else { return }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while fread(&bytes, 1, bytes.count, stream) > 0 {}
  }

  /// Drops all cached files and directories that are not mapped; returns false if not permitted.
  static func forgetAll() -> Bool {
    // Dirty pages are not dropped.
    sync()
    let file = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return write(file, "3", 1) == 1
  }

  /// Drops a file's cached pages that are not mapped; needs no privileges.
  static func forget(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    posix_fadvise(file, 0, 0, Int32(POSIX_FADV_DONTNEED))
  }
}

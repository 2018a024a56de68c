import Glibc

/// What the system keeps of files in memory.
enum DiskCache {
  /// Has it keep a file, so that the first contender reads no disk for the others.
  static func fill(with path: String) {
    guard let stream = fopen(path, "r") else { return }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while fread(&bytes, 1, bytes.count, stream) > 0 {}
  }

  /// Has it forget all that nobody maps, libraries and folders among it; whether that is permitted.
  static func forgetAll() -> Bool {
    // What has still to be written is not forgotten.
    sync()
    let file = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return write(file, "3", 1) == 1
  }

  /// Has it forget a file, as far as nobody maps it; anybody may ask for that.
  static func forget(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    posix_fadvise(file, 0, 0, Int32(POSIX_FADV_DONTNEED))
  }
}

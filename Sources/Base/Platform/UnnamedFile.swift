import Glibc

/// Files that never have a name: nothing else can open them, and they are deleted when closed.
package enum UnnamedFile {
  /// Creates an empty file for reading and writing, in the first folder that allows it.
  package static func create(in folders: [String]) throws(Errno) -> FileDescriptor {
    var error = Errno(code: ENOENT, call: "open")
    for folder in folders {
      mkdir(folder, 0o700)
      let number = open(in: folder)
      if number >= 0 { return FileDescriptor(adopting: number) }
      error = .last("open")
    }
    throw error
  }

  /// The user's cache folder, then the system's folder for temporary files.
  package static func folders() -> [String] {
    guard let cache = BaseFolder.cache.path().map({ String(decoding: $0, as: UTF8.self) }) else {
      return ["/tmp"]
    }
    mkdir(cache, 0o700)
    return [cache + "/fresnel", "/tmp"]
  }

  /// Returns the free space of a file's file system, in bytes.
  package static func freeBytes(at file: borrowing FileDescriptor) -> Int {
    var status = statvfs()
    guard fstatvfs(file.number, &status) == 0 else { return 0 }
    let (bytes, isTooMany) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMany ? Int.max : Int(min(bytes, UInt64(Int.max)))
  }

  /// The largest file that this process and its children may write, in bytes (`RLIMIT_FSIZE`).
  ///
  /// Beyond it the kernel does not just refuse the write: it kills the process with a signal.
  package static var largestFile: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Sets a file's size without writing to it: no disk space is used yet.
  package static func extend(_ file: borrowing FileDescriptor, to bytes: Int) throws(Errno) {
    guard ftruncate(file.number, off_t(bytes)) == 0 else { throw .last("ftruncate") }
  }

  /// Opens a file with `O_TMPFILE`; on file systems without support for it, the file briefly has a
  /// random name.
  private static func open(in folder: String) -> Int32 {
    // The value of `O_TMPFILE`, which Swift does not see without `_GNU_SOURCE`; it includes
    // `O_DIRECTORY`.
    let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
    let number = Glibc.open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
    guard number < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else {
      return number
    }
    var template = Array("\(folder)/fresnel-XXXXXX".utf8CString)
    let named = mkstemp(&template)
    guard named >= 0 else { return named }
    unlink(template)
    let file = FileDescriptor(adopting: named)
    return (try? file.duplicate().release()) ?? -1
  }
}

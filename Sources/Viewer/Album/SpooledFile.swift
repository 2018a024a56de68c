import Glibc
import Platform

/// A file without a name that keeps what came through a pipe, gone when nobody has it open.
final class SpooledFile: Sendable {
  /// The file, open for reading and writing.
  let descriptor: FileDescriptor
  /// The most that may be kept in it, in bytes.
  let limit: Int

  /// Makes an empty one in the first folder that takes it.
  ///
  /// At most `largest` bytes go into it, and half of what is free there: a pipe that never ends must
  /// not fill somebody's disk.
  init(folders: [String] = SpooledFile.folders(), largest: Int = 8 << 30) throws(AlbumError) {
    var error = Errno(code: ENOENT, call: "open")
    for folder in folders {
      mkdir(folder, 0o700)
      let number = Self.openUnnamed(in: folder)
      guard number >= 0 else {
        error = .last("open")
        continue
      }
      descriptor = FileDescriptor(adopting: number)
      limit = min(largest, Self.freeBytes(at: number) / 2)
      return
    }
    throw .nowhereToSpool(error)
  }

  /// Another opening of it for reading, from its start.
  func open() throws(AlbumError) -> FileDescriptor { try FileOpening.reopen(descriptor.number) }

  /// The user's cache folder, then the system's folder for temporary files.
  static func folders() -> [String] {
    var folders: [String] = []
    if let cache = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), cache.hasPrefix("/") {
      mkdir(cache, 0o700)
      folders.append(cache + "/fresnel")
    } else if let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") {
      mkdir(home + "/.cache", 0o700)
      folders.append(home + "/.cache/fresnel")
    }
    return folders + ["/tmp"]
  }

  /// Opens a file that never has a name, by `O_TMPFILE`, so that nobody finds it or forgets it.
  ///
  /// Where the file system can't do that, it has a random one for a moment.
  private static func openUnnamed(in folder: String) -> Int32 {
    // The constant is hidden from Swift behind _GNU_SOURCE; it holds O_DIRECTORY.
    let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
    let number = Glibc.open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
    guard number < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else {
      return number
    }
    var template = Array("\(folder)/spool-XXXXXX".utf8CString)
    let named = mkstemp(&template)
    guard named >= 0 else { return named }
    unlink(template)
    let file = FileDescriptor(adopting: named)
    return (try? file.duplicate().release()) ?? -1
  }

  private static func freeBytes(at number: Int32) -> Int {
    var status = statvfs()
    guard fstatvfs(number, &status) == 0 else { return 0 }
    let (bytes, isTooMany) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMany ? Int.max : Int(min(bytes, UInt64(Int.max)))
  }
}

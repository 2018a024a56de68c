import Glibc
import Platform

/// The desktop's trash (freedesktop.org's trash specification 1.0), as file managers show it.
package enum GIOTrash {
  /// Moves a file, or a link itself, to the trash of its file system.
  ///
  /// It blocks. The path is bytes of any encoding, without a zero byte. System mounts such as
  /// `/dev/shm`, and file systems on which no trash can be made, fail with `notSupported`.
  package static func move(_ path: [UInt8]) throws(GIOError) {
    let library = try GIOLibrary.load()
    let file = path.withCPath { library.file(library.localFiles(), $0) }
    defer { library.release(file) }
    var failure: GIOLibrary.Object?
    if library.trash(file, nil, &failure) != 0 { return }
    throw library.error(failure)
  }

  /// The user's data folder, which contains the home trash; without a slash at the end.
  package static func dataFolder() throws(GIOError) -> [UInt8] {
    guard let path = try GIOLibrary.load().dataFolder() else {
      throw GIOError(reason: .other, message: "there is no folder for data")
    }
    return Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }
}

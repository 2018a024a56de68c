import CLinux
import Glibc
import Platform

/// The desktop's list of recently used files, which file choosers and file managers show
/// (freedesktop.org's Desktop Bookmark Specification).
package enum GIORecentList {
  /// The name under which this program is in the list.
  private static let program = "Fresnel"
  /// The maximum number of bytes of a list; a longer one is left alone.
  private static let mostBytes = 4 << 20

  /// The path of the user's list.
  package static func path() throws(GIOError) -> [UInt8] {
    try GIOTrash.dataFolder() + Array("/recently-used.xbel".utf8)
  }

  /// Brings this program's entries of a list in line with `paths`, of which the first was looked at
  /// just now; other programs' entries stay as they are.
  ///
  /// A list that can't be read, that is damaged or longer than 4 MiB stays as it is. It blocks for
  /// as long as the disk takes.
  package static func update(_ list: [UInt8], to paths: [[UInt8]]) throws(GIOError) {
    guard let newest = paths.first else { return }
    let functions = try BookmarkFunctions()
    guard let bookmarks = functions.create() else { return }
    defer { functions.destroy(bookmarks) }
    var failure: GIOLibrary.Object?
    if let bytes = try read(list), functions.load(bookmarks, bytes, bytes.count, &failure) == 0 {
      throw functions.library.error(failure)
    }
    var addresses: Set<String> = []
    for path in paths { addresses.insert(try functions.address(of: path)) }
    for address in functions.addresses(in: bookmarks) where !addresses.contains(address) {
      functions.remove(program, from: address, in: bookmarks)
    }
    let address = try functions.address(of: newest)
    let type = try functions.library.contentType(ofName: newest) ?? "application/octet-stream"
    functions.setType(bookmarks, address, type)
    functions.add(bookmarks, address, program, "fresnel %u")
    let now = -1
    functions.setVisited(bookmarks, address, now)
    try functions.write(bookmarks, to: list)
  }

  /// Returns a list's bytes; `nil` if there is no such file.
  private static func read(_ list: [UInt8]) throws(GIOError) -> [UInt8]? {
    // A pipe does not block.
    let number = list.withCPath { fresnel_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
    guard number >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw GIOError(reason: .notAllowed, message: "the list can't be read")
    }
    let file = FileDescriptor(adopting: number)
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) <= mostBytes,
      let bytes = try? FileDescriptor.readAll(file.number, limit: Int(status.st_size))
    else { throw GIOError(reason: .notSupported, message: "the list is too long, or no file") }
    return bytes
  }
}

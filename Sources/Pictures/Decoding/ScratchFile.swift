import Glibc
import Platform

/// The nameless file that a decoder may cache a picture in.
struct ScratchFile: ~Copyable {
  private let file: FileDescriptor?
  /// Its descriptor's number; `nil` where none can be made.
  let number: Int32?
  /// Bytes that it has; 0 where none can be made.
  let byteCount: Int

  /// Makes one in the first folder that takes it, as large as it may become: a quarter of what is
  /// free, at most so many bytes.
  init(in folders: [String], largest: Int) {
    if let made = try? Self.create(in: folders, largest) {
      number = made.number
      byteCount = Self.byteCount(of: made)
      file = consume made
    } else {
      number = nil
      byteCount = 0
      file = nil
    }
  }

  private static func byteCount(of file: borrowing FileDescriptor) -> Int {
    var status = stat()
    return fstat(file.number, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func create(
    in folders: [String], _ largest: Int
  ) throws(Errno) -> FileDescriptor {
    let file = try UnnamedFile.create(in: folders)
    try UnnamedFile.extend(
      file, to: min(largest, UnnamedFile.largestFile, UnnamedFile.freeBytes(at: file) / 4))
    return file
  }
}

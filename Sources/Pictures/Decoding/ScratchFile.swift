import Glibc
import Platform

/// The unnamed file in which a decoder may cache a picture.
struct ScratchFile: ~Copyable {
  private let file: FileDescriptor?
  /// The number of the file's descriptor; `nil` if no file can be created.
  let number: Int32?
  /// The file's size in bytes; 0 if no file can be created.
  let byteCount: Int

  /// Creates a scratch file in the first folder that accepts it, with its maximum size: a quarter
  /// of the free space, at most `largest` bytes.
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

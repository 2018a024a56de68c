import Platform

/// The nameless file that a decoder may cache a picture in.
struct ScratchFile: ~Copyable {
  private let file: FileDescriptor?
  /// Its descriptor's number; `nil` where none can be made.
  let number: Int32?

  /// Makes one in the first folder that takes it, as large as it may become: a quarter of what is
  /// free, at most so many bytes.
  init(in folders: [String], largest: Int) {
    if let made = try? Self.create(in: folders, largest) {
      number = made.number
      file = consume made
    } else {
      number = nil
      file = nil
    }
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

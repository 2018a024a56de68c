import Platform

/// The nameless file that a decoder may set a picture aside in.
struct ScratchFile: ~Copyable {
  private let file: FileDescriptor?
  /// Its descriptor's number; `nil` where none can be made.
  let number: Int32?

  /// Makes one as large as it may become: a quarter of what is free, at most so many bytes.
  init(largest: Int) {
    if let made = try? Self.create(largest) {
      number = made.number
      file = consume made
    } else {
      number = nil
      file = nil
    }
  }

  private static func create(_ largest: Int) throws(Errno) -> FileDescriptor {
    let file = try UnnamedFile.create()
    try UnnamedFile.extend(
      file, to: min(largest, UnnamedFile.largestFile, UnnamedFile.freeBytes(at: file) / 4))
    return file
  }
}

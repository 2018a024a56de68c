import Decoding
import Platform

/// A file without a name that keeps what came through a pipe, gone when nobody has it open.
final class SpooledFile: Sendable {
  /// The file, open for reading and writing.
  let descriptor: FileDescriptor
  /// The most that may be kept in it, in bytes.
  let limit: Int

  /// Makes an empty one in the first folder that takes it.
  ///
  /// At most `largest` bytes go into it, and half of what is free there: a pipe that never ends
  /// must not fill somebody's disk.
  init(
    folders: [String] = UnnamedFile.folders(), largest: Int = 8 << 30
  ) throws(PictureFileError) {
    do throws(Errno) {
      descriptor = try UnnamedFile.create(in: folders)
    } catch {
      throw .nowhereToSpool(error)
    }
    limit = min(largest, UnnamedFile.freeBytes(at: descriptor) / 2)
  }

  /// Another opening of it for reading, from its start.
  func open() throws(PictureFileError) -> FileDescriptor {
    try FileOpening.reopen(descriptor.number)
  }
}

import Decoding
import Platform

/// An unnamed file with the data from a pipe, deleted when it is closed.
final class SpooledFile: Sendable {
  /// The file, open for reading and writing.
  let descriptor: FileDescriptor
  /// The maximum size in bytes.
  let limit: Int

  /// Creates an empty file in the first folder that allows it.
  ///
  /// It takes at most `largest` bytes, and at most half of the free space: an endless pipe must not
  /// fill the user's disk.
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

  /// Opens the file again for reading, from its start.
  func open() throws(PictureFileError) -> FileDescriptor {
    try FileOpening.reopen(descriptor.number)
  }
}

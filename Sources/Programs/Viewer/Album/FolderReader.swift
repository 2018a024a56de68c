import Glibc
import Platform

/// Reads the names in a folder, leaving out types that can't be pictures.
enum FolderReader {
  /// Calls `body` with each name that may be a picture until it returns false.
  ///
  /// Hidden names, folders, pipes, devices and sockets are left out; links are included, since
  /// their targets are checked when opened. A folder that can't be read has no names.
  static func read(_ path: [UInt8], body: ([UInt8]) -> Bool) {
    guard let descriptor = try? FileDescriptor.openForReading(path) else { return }
    let number = descriptor.release()
    guard let folder = fdopendir(number) else {
      close(number)
      return
    }
    defer { closedir(folder) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    while let entry = readdir(folder) {
      let kind = Int(entry.pointee.d_type)
      guard kind == DT_REG || kind == DT_LNK || kind == DT_UNKNOWN else { continue }
      let start = (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
      let name = UnsafeRawBufferPointer(start: start, count: strlen(start))
      guard name.first != UInt8(ascii: ".") else { continue }
      if !body(Array(name)) { return }
    }
  }
}

/// A job of the listing thread for one command line argument.
struct ListingJob: Hashable, Sendable {
  /// The index of the argument.
  var argument: Int
  /// The path to list.
  var path: [UInt8]
  /// True if it is known to be a folder; otherwise the thread finds out.
  var isFolder: Bool
}

/// An event from the listing thread to the album.
enum ListingEvent: Sendable {
  /// An argument is a folder; its names follow.
  case isFolder(argument: Int)
  /// All names found so far, in order; replaces those of earlier events.
  case names(argument: Int, NameList, isComplete: Bool)
  /// All names in a folder that was read again.
  case refreshed(argument: Int, NameList)
  /// The pictures in a folder that other programs have changed.
  case updated(argument: Int, NameList)
  /// These names in a folder are not pictures.
  case noPictures(argument: Int, [[UInt8]])
  /// All names in a folder have been examined.
  case examined(argument: Int)
  /// Everything has been listed.
  case ended
}

import Glibc
import Platform

/// Reads the names in a folder, leaving out what can't be a picture by its kind alone.
enum FolderReader {
  /// Calls `body` with each name that may be a picture's, until it answers false.
  ///
  /// Hidden names, folders, pipes, devices and sockets are left out; links stay, since what they
  /// lead to is seen when they are opened. A folder that can't be read has no names.
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

/// What the listing thread is to do for one argument of the command line.
struct ListingJob: Hashable, Sendable {
  /// Which argument.
  var argument: Int
  /// What to look at.
  var path: [UInt8]
  /// Whether it is known to be a folder; else that is found out first.
  var isFolder: Bool
}

/// What the listing thread tells the album.
enum ListingEvent: Sendable {
  /// An argument is a folder; its names follow.
  case isFolder(argument: Int)
  /// All names found so far, in order: each event replaces the one before.
  case names(argument: Int, NameList, isComplete: Bool)
  /// All names that a folder holds now that it was read again.
  case refreshed(argument: Int, NameList)
  /// Names in a folder are no pictures'.
  case noPictures(argument: Int, [[UInt8]])
  /// It is known of every name in a folder whether it is a picture's.
  case examined(argument: Int)
  /// Everything has been looked at.
  case ended
}

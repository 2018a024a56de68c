import GIOFiles
import Glibc
import Platform

/// The desktop's trash; unlike GIO's, it can restore files.
enum Trash {
  /// Moves a file to the trash; returns its place there, or `nil` if that isn't found.
  static func put(_ path: [UInt8]) throws(FileChangeError) -> TrashedFile? {
    let status: FileStatus
    do throws(Errno) { status = try FileStatus(at: path) } catch { throw .init(error, path) }
    guard status.kind != .folder else { throw .init(.noFile, path) }
    do throws(GIOError) {
      let folders = try folders(of: path, on: status.identity.device)
      // A hard link to the same file may be in the trash already.
      let before = status.links > 1 ? Set(places(of: status.identity, in: folders)) : []
      try GIOTrash.move(path)
      let after = places(of: status.identity, in: folders)
      guard let place = after.first(where: { !before.contains($0) }) else { return nil }
      return TrashedFile(
        origin: path, path: place.folder + Array("files/".utf8) + place.name,
        note: place.folder + Array("info/".utf8) + place.name + Array(".trashinfo".utf8),
        identity: status.identity)
    } catch {
      throw .init(error, path)
    }
  }

  /// Restores a file, under a name with a number if its own is taken; returns its path.
  static func restore(_ file: TrashedFile) throws(FileChangeError) -> [UInt8] {
    let status: FileStatus
    do throws(Errno) { status = try FileStatus(at: file.path) } catch {
      throw .init(
        error.isMissingFile ? .trashEmptied : FileChangeError(error, []).kind, file.origin)
    }
    guard status.identity == file.identity else { throw .init(.changed, file.origin) }
    let origin = FilePlace(file.origin)
    var number = 0
    while true {
      let place = number == 0 ? origin : origin.numbered(number)
      do throws(Errno) {
        try FileRenaming.rename(file.path, to: place.path)
        _ = file.note.withCPath { unlink($0) }
        return place.path
      } catch {
        guard error.code == EEXIST else {
          throw error.isMissingFile ? .init(.noFolder, origin.folder) : .init(error, file.origin)
        }
        number += 1
      }
    }
  }

  /// The trash folders that a file may go to: the home folder's, and those at the root of the
  /// file's file system.
  private static func folders(of path: [UInt8], on device: UInt) throws(GIOError) -> [[UInt8]] {
    let home = try GIOTrash.dataFolder() + Array("/Trash/".utf8)
    guard let top = top(above: path, on: device) else { return [home] }
    let user = getuid()
    return [home, top + Array(".Trash/\(user)/".utf8), top + Array(".Trash-\(user)/".utf8)]
  }

  /// The topmost ancestor of a path on the same device, with a slash at the end.
  private static func top(above path: [UInt8], on device: UInt) -> [UInt8]? {
    guard var top = FilePlace(path).folderPath.resolvedPath else { return nil }
    while top.count > 1 {
      let above = FilePlace(top).folder
      var status = stat()
      guard above.withCPath({ stat($0, &status) }) == 0, UInt(status.st_dev) == device else {
        break
      }
      top = above.count > 1 ? Array(above.dropLast()) : above
    }
    return top.last == UInt8(ascii: "/") ? top : top + [UInt8(ascii: "/")]
  }

  /// The places of a file in trash folders, as the trash's folder and the name in it.
  private static func places(of file: FileIdentity, in folders: [[UInt8]]) -> [FilePlace] {
    folders.flatMap { folder in
      names(of: file, in: folder + Array("files".utf8)).map { FilePlace($0, in: folder) }
    }
  }

  private static func names(of file: FileIdentity, in folder: [UInt8]) -> [[UInt8]] {
    guard let list = folder.withCPath({ opendir($0) }) else { return [] }
    defer { closedir(list) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var found: [[UInt8]] = []
    while let entry = readdir(list) {
      let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      var status = stat()
      guard fstatat(dirfd(list), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        FileIdentity(status) == file
      else { continue }
      found.append(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    }
    return found
  }
}

import Glibc
import Platform

/// A folder of tiles, outside of which nothing is opened; thread-safe.
package final class TileFolder: Sendable {
  private let folder: FileDescriptor
  private let prefix: [UInt8]

  /// Tiles below an open folder, with a prefix for their paths such as `picture_files/`.
  package init(_ folder: consuming FileDescriptor, prefix: [UInt8]) {
    self.folder = folder
    self.prefix = prefix
  }

  /// Why an existing tile can't be read.
  enum Failure: Error, Hashable, CustomStringConvertible {
    case outside
    case noFile
    case tooLarge
    case system(Errno)

    var description: String {
      switch self {
      case .outside: "the tile is outside the picture's folder"
      case .noFile: "the tile is not a file"
      case .tooLarge: "the tile's file is too large"
      case .system(let error): "the tile could not be read: \(error.message)"
      }
    }
  }

  /// The bytes of the first existing file among some; `nil` if there is none.
  func bytes(atFirstOf paths: [String], atMost limit: Int) throws(Failure) -> [UInt8]? {
    for path in paths {
      if let bytes = try bytes(at: path, atMost: limit) { return bytes }
    }
    return nil
  }

  /// True if a file exists at one of some paths.
  func hasFile(atAnyOf paths: [String]) -> Bool {
    paths.contains { path in
      do throws(Errno) {
        _ = try FileDescriptor.openForReading(prefix + Array(path.utf8), below: folder)
        return true
      } catch {
        return false
      }
    }
  }

  private func bytes(at path: String, atMost limit: Int) throws(Failure) -> [UInt8]? {
    let file: FileDescriptor
    do throws(Errno) {
      file = try FileDescriptor.openForReading(prefix + Array(path.utf8), below: folder)
    } catch {
      if error.isMissingFile { return nil }
      throw error.code == EXDEV || error.code == ELOOP ? .outside : .system(error)
    }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .system(.last("fstat")) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile }
    guard status.st_size <= limit else { throw .tooLarge }
    do throws(Errno) {
      return try FileDescriptor.readAll(file.number, at: 0, limit: Int(status.st_size))
    } catch {
      throw .system(error)
    }
  }
}

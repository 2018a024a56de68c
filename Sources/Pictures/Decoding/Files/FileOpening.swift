import Glibc
import Platform

/// Opens paths without blocking, and explains errors to the user.
package enum FileOpening {
  /// Opens a path for reading.
  package static func open(_ path: [UInt8]) throws(PictureFileError) -> FileDescriptor {
    do throws(Errno) {
      return try FileDescriptor.openForReading(path)
    } catch {
      throw reason(error, at: path)
    }
  }

  /// Opens an open file again, with its own offset.
  ///
  /// Two decoders may read it at the same time; a duplicate would share its offset.
  package static func reopen(_ number: Int32) throws(PictureFileError) -> FileDescriptor {
    try open(Array("/proc/self/fd/\(number)".utf8))
  }

  private static func reason(_ error: Errno, at path: [UInt8]) -> PictureFileError {
    if [ENOENT, ENOTDIR].contains(error.code), let problem = addressProblem(path) {
      return .notAddressed(problem)
    }
    return switch error.code {
    case ENOENT: isLink(path) ? .danglingLink : .missing
    case ENOTDIR: .missing
    case ELOOP: .linkLoop
    case EACCES, EPERM: .notAllowed
    case ENAMETOOLONG: .nameTooLong
    case EMFILE, ENFILE: .tooManyOpenFiles
    case ENXIO, ENODEV: isSocket(path) ? .socket : .device
    default: .system(error)
    }
  }

  /// The problem with a name that looks like a file URL.
  private static func addressProblem(_ path: [UInt8]) -> FileAddress.Problem? {
    guard FileAddress.isAddress(path) else { return nil }
    do throws(FileAddress.Problem) {
      _ = try FileAddress.path(of: path)
      return nil
    } catch {
      return error
    }
  }

  private static func isLink(_ path: [UInt8]) -> Bool {
    var status = stat()
    return path.withCPath { lstat($0, &status) == 0 } && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func isSocket(_ path: [UInt8]) -> Bool {
    var status = stat()
    return path.withCPath { stat($0, &status) == 0 } && status.st_mode & S_IFMT == S_IFSOCK
  }
}

/// MIRAX, the one format that is not recognised by its first bytes.
///
/// `slide.mrxs` is a small photograph of the glass, a JPEG; the slide itself is in many files of a
/// folder `slide` beside it, described by `Slidedat.ini`.
enum MIRAXSlide {
  private static let ending = Array(".mrxs".utf8)

  /// True if the file at a path belongs to such a slide.
  static func stands(at path: [UInt8]) -> Bool {
    guard path.count > ending.count, path.suffix(ending.count).elementsEqual(ending) else {
      return false
    }
    let description = folder(of: path) + Array("/Slidedat.ini".utf8) + [0]
    return access(description.map { CChar(bitPattern: $0) }, R_OK) == 0
  }

  /// The folder of a file's slide.
  static func folder(of path: [UInt8]) -> [UInt8] { Array(path.dropLast(ending.count)) }
}

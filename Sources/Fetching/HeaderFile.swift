import Glibc
import Platform

/// The file that says which server gets which header lines; the process that fetches reads it.
enum HeaderFile {
  /// Opens it, or nothing to read where there is none.
  static func open(_ path: [UInt8]) throws(FetchError) -> FileDescriptor {
    guard !path.isEmpty else { return try openNothing() }
    let file: FileDescriptor
    do throws(Errno) {
      file = try .openForReading(path)
    } catch {
      throw .noHeaders("\(escapedForDisplay(path)) can't be read: \(error.message)")
    }
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .noHeaders("\(escapedForDisplay(path)) is no file")
    }
    return file
  }

  private static func openNothing() throws(FetchError) -> FileDescriptor {
    do throws(Errno) {
      return try .openNull()
    } catch {
      throw .notStarted(error)
    }
  }
}

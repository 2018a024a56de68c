import Glibc
import Platform

/// The user's files with HTTP headers and passwords for servers, which the fetcher reads.
package struct FetchFiles: Hashable, Sendable {
  /// The path of the file of HTTP headers; empty for none.
  package var headers: [UInt8]
  /// The path of a `.netrc`; empty for none.
  package var netrc: [UInt8]

  /// Files with the given paths.
  package init(headers: [UInt8] = [], netrc: [UInt8] = []) {
    self.headers = headers
    self.netrc = netrc
  }

  /// Opens the headers, or an empty file if there are none.
  func openHeaders() throws(FetchError) -> FileDescriptor {
    guard !headers.isEmpty else { return try Self.openNothing() }
    return try Self.open(headers)
  }

  /// Opens the `.netrc`, or an empty file: most users have none.
  func openNetrc() throws(FetchError) -> FileDescriptor {
    guard !netrc.isEmpty, let file = try? Self.open(netrc) else { return try Self.openNothing() }
    return file
  }

  private static func open(_ path: [UInt8]) throws(FetchError) -> FileDescriptor {
    let file: FileDescriptor
    do throws(Errno) {
      file = try .openForReading(path)
    } catch {
      throw .noHeaders("\(escapedForDisplay(path)) can't be read: \(error.message)")
    }
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .noHeaders("\(escapedForDisplay(path)) is not a file")
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

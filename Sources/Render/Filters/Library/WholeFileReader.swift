import Glibc
import Platform

/// Reads whole files by name, without blocking on pipes or opening devices.
enum WholeFileReader {
  /// Returns all bytes of a regular file, or of one that a link leads to, up to `limit` bytes.
  ///
  /// Errors name the file.
  static func bytes(of path: [UInt8], limit: Int, limitName: String) throws(FilterError)
    -> [UInt8]
  {
    let name = escapedForDisplay(path)
    var status = stat()
    // Check before opening: merely opening some devices has side effects.
    let found = (path + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
    }
    guard found == 0 else { throw problem(.last("stat"), name) }
    try check(status, name, limit, limitName)
    do throws(Errno) {
      let file = try FileDescriptor.openForReading(path)
      guard fstat(file.number, &status) == 0 else { throw .last("fstat") }
      if let bytes = try bytes(of: file, size: Int(status.st_size), limit: limit) { return bytes }
    } catch {
      throw problem(error, name)
    }
    throw FilterError(file: name, "the file is longer than \(limitName)")
  }

  private static func check(
    _ status: stat, _ name: String, _ limit: Int, _ limitName: String
  ) throws(FilterError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FilterError(file: name, "this is a folder, not a file")
    default: throw FilterError(file: name, "this is a pipe or a device, not a file")
    }
    guard status.st_size <= limit else {
      throw FilterError(file: name, "the file is longer than \(limitName)")
    }
  }

  /// Returns `nil` if the file exceeds the limit, since it may grow while it is read.
  private static func bytes(
    of file: borrowing FileDescriptor, size: Int, limit: Int
  ) throws(Errno) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: min(max(size, 0), limit) + 1)
    var count = 0
    while true {
      let transfer: Transfer
      // A typed error can't be thrown through the array's closure, so it is returned as a `Result`.
      let result = bytes.withUnsafeMutableBytes { buffer -> Result<Transfer, Errno> in
        do throws(Errno) {
          return .success(
            try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...])))
        } catch {
          return .failure(error)
        }
      }
      transfer = try result.get()
      guard case .bytes(let more) = transfer else { break }
      count += more
      guard count <= limit else { return nil }
      if count == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: min(count, limit + 1 - count)))
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func problem(_ error: Errno, _ name: String) -> FilterError {
    let sentence =
      switch error.code {
      case ENOENT, ENOTDIR: "there is no such file"
      case EACCES, EPERM: "you are not allowed to read it"
      default: "the file can't be read: \(error.message)"
      }
    return FilterError(file: name, sentence)
  }
}

import Glibc
import Platform

/// Files of the package, which tests compare with the program.
public enum PackageFile {
  /// The package's folder.
  public static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// The text of a file, by its path in the package.
  public static func text(_ path: String) throws -> String {
    let file = try FileDescriptor.openForReading(Array((root + "/" + path).utf8))
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw Errno.last("fstat") }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = pread(file.number, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// The lines of a file.
  public static func lines(_ path: String) throws -> [Substring] {
    try text(path).split(separator: "\n", omittingEmptySubsequences: false)
  }
}

import Glibc
import Platform

/// A folder of a test's own, removed with all that is in it when this value goes away.
public final class TemporaryFolder {
  /// Its path, without a slash at the end.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    var template = Array("/tmp/fresnel-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.last("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = try? TestProcess("rm", ["-rf", "--", path]).wait(limit: 30) }

  /// Writes a file in it and gives its path; the name's bytes are taken as they are.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    let number = creat(file, 0o600)
    guard number >= 0 else { throw Errno.last("creat") }
    let descriptor = FileDescriptor(adopting: number)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor.number, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw Errno.last("write") }
      written += count
    }
    return file
  }
}

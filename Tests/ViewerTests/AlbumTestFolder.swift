import Glibc
import Platform

@testable import Viewer

/// A folder for one test, removed with its contents when the test is over.
final class AlbumTestFolder {
  /// The folder's path, without a trailing slash.
  let path: [UInt8]
  private var made: [(path: [UInt8], isFolder: Bool)] = []

  struct NotMade: Error {}

  init() throws {
    var template = Array("/tmp/fresnel-album-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NotMade() }
    path = template.dropLast().map { UInt8(bitPattern: $0) }
  }

  /// The path of a name in the folder.
  subscript(name: String) -> [UInt8] { self[Array(name.utf8)] }

  /// The path of a name in the folder, with any bytes.
  subscript(name: [UInt8]) -> [UInt8] { path + [UInt8(ascii: "/")] + name }

  /// Writes a file.
  @discardableResult
  func file(_ name: [UInt8], _ contents: [UInt8] = TestPictureBytes.picture) throws -> [UInt8] {
    let path = self[name]
    let number = path.withCPath { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    guard number >= 0 else { throw NotMade() }
    defer { close(number) }
    guard write(number, contents, contents.count) == contents.count else { throw NotMade() }
    made.append((path, false))
    return path
  }

  @discardableResult
  func file(_ name: String, _ contents: [UInt8] = TestPictureBytes.picture) throws -> [UInt8] {
    try file(Array(name.utf8), contents)
  }

  @discardableResult
  func folder(_ name: String) throws -> [UInt8] {
    let path = self[name]
    guard path.withCPath({ mkdir($0, 0o755) }) == 0 else { throw NotMade() }
    made.append((path, true))
    return path
  }

  @discardableResult
  func link(_ name: String, to target: String) throws -> [UInt8] {
    let path = self[name]
    guard path.withCPath({ symlink(target, $0) }) == 0 else { throw NotMade() }
    made.append((path, false))
    return path
  }

  @discardableResult
  func pipe(_ name: String) throws -> [UInt8] {
    let path = self[name]
    guard path.withCPath({ mkfifo($0, 0o644) }) == 0 else { throw NotMade() }
    made.append((path, false))
    return path
  }

  /// Registers something that a test made itself, for removal.
  func willRemove(_ path: [UInt8]) { made.append((path, false)) }

  deinit {
    for (path, isFolder) in made.reversed() {
      _ = path.withCPath { isFolder ? rmdir($0) : unlink($0) }
    }
    _ = path.withCPath { rmdir($0) }
  }
}

/// Bytes that the album takes for a picture: a PNG's signature, and some more that are never
/// decoded.
enum TestPictureBytes {
  static let magic: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let picture = magic + [1, 2, 3]
}

import CLinux
import Glibc
import Platform

/// A test's own folder, removed with its contents when this object is released.
public final class TemporaryFolder {
  /// The folder's path, without a slash at the end.
  public let path: String

  /// Creates a new folder that all users can list.
  public init(in parent: String = "/tmp") throws {
    var template = Array("\(parent)/fresnel-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.last("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chmod(path, 0o755)
  }

  deinit { Self.remove(Array(path.utf8CString)) }

  /// The path of an entry.
  public subscript(name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  public func file(_ name: String, _ bytes: [UInt8] = []) throws -> String {
    try file(Array(name.utf8), bytes)
    return self[name]
  }

  /// Writes a file whose name needn't be UTF-8 and returns its path.
  @discardableResult
  public func file(_ name: [UInt8], _ bytes: [UInt8]) throws -> [UInt8] {
    let whole = Array((path + "/").utf8) + name
    let number = fresnel_open(
      (whole + [0]).map { CChar(bitPattern: $0) }, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw Errno.last("open") }
    let file = FileDescriptor(adopting: number)
    try FileDescriptor.writeAll(bytes[...], to: file.number)
    return whole
  }

  /// Creates a link to a file, by default with the file's name, and returns the link's path.
  @discardableResult
  public func link(to file: String, as name: String? = nil) throws -> String {
    let name = name ?? String(file.split(separator: "/").last ?? "file")
    guard symlink(file, self[name]) == 0 else { throw Errno.last("symlink") }
    return self[name]
  }

  /// Writes a picture as a PNG file and returns its path.
  @discardableResult
  public func picture(_ name: String, _ grid: PixelGrid) throws -> String {
    try grid.write(to: self[name])
    return self[name]
  }

  /// Creates a subfolder and returns its path.
  @discardableResult
  public func folder(_ name: String) throws -> String {
    guard mkdir(self[name], 0o755) == 0 else { throw Errno.last("mkdir") }
    return self[name]
  }

  /// Reads a whole file at any path.
  public static func contents(of path: String) throws -> [UInt8] {
    let file = try FileDescriptor.openForReading(Array(path.utf8))
    var status = stat()
    fstat(file.number, &status)
    return try FileDescriptor.readAll(file.number, limit: Int(status.st_size))
  }

  /// The sorted names in any folder, hidden ones included; empty if there is no such folder.
  public static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a folder and its contents; names are bytes, and links are removed, not followed.
  private static func remove(_ path: [CChar]) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
        }
        if name == [46] || name == [46, 46] { continue }
        let child = path.dropLast() + [47] + name + [0]
        if entry.pointee.d_type == UInt8(DT_DIR) { remove(child) } else { unlink(child) }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}

import Glibc
import Platform

/// The file that people write their preferences into: `fresnel/config.toml`, with their settings.
package enum PreferencesFile {
  /// How large it may be, in bytes; all settings together take a fiftieth of it.
  static let mostBytes = 64 << 10

  /// The file's path; `nil` where the environment tells of no home.
  ///
  /// It is in `$XDG_CONFIG_HOME`, or else in `$HOME/.config`. Variables that hold no absolute path
  /// count as unset (XDG Base Directory Specification 0.8). The file need not exist.
  package static func path(
    environment: (_ name: String) -> [UInt8]? = processEnvironment
  ) -> [UInt8]? {
    func folder(_ name: String) -> [UInt8]? {
      environment(name).flatMap { $0.first == UInt8(ascii: "/") ? $0 : nil }
    }
    let file = Array("/fresnel/config.toml".utf8)
    if let configuration = folder("XDG_CONFIG_HOME") { return configuration + file }
    return folder("HOME").map { $0 + Array("/.config".utf8) + file }
  }

  /// A variable of the process's environment, as bytes; `nil` where it is not set.
  package static func processEnvironment(_ name: String) -> [UInt8]? {
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  /// Reads the file; it never waits for anything but the disk, and takes regular files only.
  ///
  /// A file that is not there is no mistake and says nothing. Whatever else goes wrong is one
  /// sentence, and defaults hold.
  package static func read(_ path: [UInt8]? = path()) -> PreferencesReading {
    guard let path else { return PreferencesReading() }
    let name = escapedForDisplay(path)
    do throws(Errno) {
      let file = try FileDescriptor.openForReading(path)
      var status = stat()
      guard fstat(file.number, &status) == 0 else { throw .last("fstat") }
      guard status.st_mode & S_IFMT == S_IFREG else {
        return PreferencesReading(name: name, problem: "this is no regular file; it is not read.")
      }
      guard let bytes = try bytes(of: file) else {
        return PreferencesReading(
          name: name, problem: "it is larger than \(mostBytes >> 10) KiB; it is not read.")
      }
      return PreferencesReading(name: name, bytes: bytes)
    } catch {
      if error.isMissingFile { return PreferencesReading() }
      return PreferencesReading(name: name, problem: "\(error.message); it is not read.")
    }
  }

  /// All of a file, `nil` if it is too large.
  private static func bytes(of file: borrowing FileDescriptor) throws(Errno) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
    var count = 0
    while count < bytes.count {
      let start = count
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(file.number, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .last("read") }
      if got == 0 { return Array(bytes[..<count]) }
      count += got
    }
    return nil
  }
}

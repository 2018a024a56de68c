import Glibc
import Platform

/// The user's preferences file: `fresnel/config.toml`.
package enum PreferencesFile {
  /// The maximum size in bytes, 50 times what all settings together take.
  static let mostBytes = 64 << 10

  /// The file's path; `nil` if there is no home folder.
  ///
  /// It is in `$XDG_CONFIG_HOME`, or else in `$HOME/.config`. The file need not exist.
  package static func path(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    BaseFolder.configuration.path(environment: environment).map {
      $0 + Array("/fresnel/config.toml".utf8)
    }
  }

  /// Reads the file, if it is a regular file; it blocks only on the disk.
  ///
  /// A missing file is not an error. Any other problem is reported in one sentence, and the
  /// defaults are used.
  package static func read(_ path: [UInt8]? = path()) -> PreferencesReading {
    guard let path else { return PreferencesReading() }
    let name = escapedForDisplay(path)
    do throws(Errno) {
      let file = try FileDescriptor.openForReading(path)
      var status = stat()
      guard fstat(file.number, &status) == 0 else { throw .last("fstat") }
      guard status.st_mode & S_IFMT == S_IFREG else {
        return PreferencesReading(name: name, problem: "this is not a regular file; it is ignored.")
      }
      let bytes = try FileDescriptor.readAll(file.number, limit: mostBytes + 1)
      guard bytes.count <= mostBytes else {
        return PreferencesReading(
          name: name, problem: "it is larger than \(mostBytes >> 10) KiB; it is ignored.")
      }
      return PreferencesReading(name: name, bytes: bytes)
    } catch {
      if error.isMissingFile { return PreferencesReading() }
      return PreferencesReading(name: name, problem: "\(error.message); it is ignored.")
    }
  }
}

import Glibc
import Platform

/// The file that people write their preferences into: `fresnel/config.toml`, with their settings.
package enum PreferencesFile {
  /// How large it may be, in bytes; all settings together take a fiftieth of it.
  static let mostBytes = 64 << 10

  /// The file's path; `nil` where the environment tells of no home.
  ///
  /// It is in `$XDG_CONFIG_HOME`, or else in `$HOME/.config`. The file need not exist.
  package static func path(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    BaseFolder.configuration.path(environment: environment).map {
      $0 + Array("/fresnel/config.toml".utf8)
    }
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
      let bytes = try FileDescriptor.readAll(file.number, limit: mostBytes + 1)
      guard bytes.count <= mostBytes else {
        return PreferencesReading(
          name: name, problem: "it is larger than \(mostBytes >> 10) KiB; it is not read.")
      }
      return PreferencesReading(name: name, bytes: bytes)
    } catch {
      if error.isMissingFile { return PreferencesReading() }
      return PreferencesReading(name: name, problem: "\(error.message); it is not read.")
    }
  }
}

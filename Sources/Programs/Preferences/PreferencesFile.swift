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

  /// Reads the file, and the file of keys that it names; it blocks only on the disk.
  ///
  /// A missing file is not an error. Any other problem is reported in one sentence, and the
  /// defaults are used.
  package static func read(_ path: [UInt8]? = path()) -> PreferencesReading {
    guard let path, var found = reading(of: path, .settings) else { return PreferencesReading() }
    found.addPreset(beside: path)
    return found
  }

  /// Returns the paths of the files whose contents are those of a reading of the file at a path.
  static func paths(for path: [UInt8]) -> [[UInt8]] {
    [path, reading(of: path, .settings)?.preset?.path(beside: path)].compactMap(\.self)
  }

  /// Reads one file; `nil` if there is none.
  static func reading(
    of path: [UInt8], _ part: PreferencesReading.Part
  ) -> PreferencesReading? {
    let name = escapedForDisplay(path)
    return switch contents(of: path) {
    case .missing: nil
    case .bytes(let bytes): PreferencesReading(name: name, bytes: bytes, part)
    case .unusable(let reason):
      PreferencesReading(name: name, problem: "\(reason); it is ignored.")
    }
  }

  /// What a file contains.
  enum Contents {
    case missing
    case bytes([UInt8])
    /// The file can't be used, for this reason.
    case unusable(String)
  }

  /// Returns the contents of a regular file of at most `mostBytes`; it blocks only on the disk.
  static func contents(of path: [UInt8]) -> Contents {
    do throws(Errno) {
      let file = try FileDescriptor.openForReading(path)
      var status = stat()
      guard fstat(file.number, &status) == 0 else { throw .last("fstat") }
      guard status.st_mode & S_IFMT == S_IFREG else {
        return .unusable("this is not a regular file")
      }
      let bytes = try FileDescriptor.readAll(file.number, limit: mostBytes + 1)
      guard bytes.count <= mostBytes else {
        return .unusable("it is larger than \(mostBytes >> 10) KiB")
      }
      return .bytes(bytes)
    } catch {
      return error.isMissingFile ? .missing : .unusable(error.message)
    }
  }
}

import GIOFiles
import Glibc
import Platform
import TestSupport

@testable import FileChanges

/// The tests' own trash: `XDG_DATA_HOME` is set before GLib reads it.
///
/// Without GIO, or if the folder for temporary files is on another device than the home folder, the
/// tests that need a trash are skipped by name.
enum TestTrash {
  static let skipReason = "the trash of the home folder can't be used for temporary files"

  /// The trash folder, with a slash at the end; `nil` if it can't be used.
  static let folder: [UInt8]? = {
    guard let place = try? TemporaryFolder() else { return nil }
    kept = place
    atexit { TestTrash.kept = nil }
    setenv("XDG_DATA_HOME", place.path, 1)
    guard (try? GIOTrash.dataFolder()) == Array(place.path.utf8),
      let trial = try? place.file("trial"), let home = getenv("HOME")
    else { return nil }
    var statuses = (stat(), stat())
    guard stat(home, &statuses.0) == 0, stat(place.path, &statuses.1) == 0,
      statuses.0.st_dev == statuses.1.st_dev,
      (try? GIOTrash.move(Array(trial.utf8))) != nil
    else { return nil }
    return Array((place.path + "/Trash/").utf8)
  }()

  /// Shared by all tests; created once before them, and removed at the end of the program.
  private nonisolated(unsafe) static var kept: TemporaryFolder?

  static var isUsable: Bool { folder != nil }

  /// Empties the trash of one file, as a file manager would.
  static func remove(_ file: TrashedFile) {
    _ = file.path.withCPath { unlink($0) }
    _ = file.note.withCPath { unlink($0) }
  }

  /// The lines of a file's `.trashinfo`.
  static func note(of file: TrashedFile) -> [String] {
    (FileDescriptor.start(of: file.note, limit: 4096) ?? "").split(separator: "\n").map(String.init)
  }
}

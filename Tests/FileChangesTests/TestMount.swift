import Glibc
import TestSupport

/// A file system for one test, unmounted with this object.
final class TestMount {
  static let skipReason = "mounting needs root"
  /// True if file systems can be mounted here.
  static let isPossible: Bool = {
    guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
    return (try? TestMount(at: folder.path)) != nil
  }()

  let path: String

  /// Mounts an empty file system in memory.
  init(at path: String, kibibytes: Int = 1024) throws {
    self.path = path
    try run("mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "none", path)
  }

  /// Mounts an empty file system in an image file, with all features of a disk.
  init(at path: String, image: String) throws {
    self.path = path
    try run("mkfs.ext4", "-q", "-F", image, "8192")
    try run("mount", "-o", "loop", image, path)
  }

  /// Remounts the file system read-only.
  func makeReadOnly() throws { try run("mount", "-o", "remount,ro", path) }

  deinit { try? run("umount", "-l", path) }
}

private struct ProgramFailure: Error {
  let program: String
}

private func run(_ program: String, _ arguments: String...) throws {
  let process = try TestProcess(program, arguments)
  guard process.wait(limit: 20) == .status(0) else {
    throw ProgramFailure(program: program)
  }
}

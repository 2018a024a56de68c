import Glibc
import Platform
import TestSupport

@testable import FileChanges

/// A folder with files, and queries of their state.
final class TestFiles {
  private let folder: TemporaryFolder

  /// True if files in `/dev/shm` are on another device than temporary files.
  static let hasOtherDevice: Bool = {
    var statuses = (stat(), stat())
    return stat("/tmp", &statuses.0) == 0 && stat("/dev/shm", &statuses.1) == 0
      && statuses.0.st_dev != statuses.1.st_dev && access("/dev/shm", W_OK) == 0
  }()

  /// Creates an empty folder.
  init(in parent: String = "/tmp") throws { folder = try TemporaryFolder(in: parent) }

  /// The path of a name in the folder.
  subscript(name: String) -> [UInt8] { Array((folder.path + "/" + name).utf8) }

  var path: [UInt8] { Array(folder.path.utf8) }

  /// Writes a file.
  @discardableResult
  func file(_ name: String, _ text: String = "") throws -> [UInt8] {
    try folder.file(Array(name.utf8), Array(text.utf8))
  }

  @discardableResult
  func file(_ name: [UInt8], _ text: String) throws -> [UInt8] {
    try folder.file(name, Array(text.utf8))
  }

  @discardableResult
  func subfolder(_ name: String) throws -> [UInt8] { Array(try folder.folder(name).utf8) }

  /// The names in the folder or in a subfolder, sorted.
  func names(in folder: String = "") -> [String] {
    Self.names(in: self[folder]).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// The names in any folder.
  static func names(in path: [UInt8]) -> [[UInt8]] {
    guard let list = path.withCPath({ opendir($0) }) else { return [] }
    defer { closedir(list) }
    var names: [[UInt8]] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [46], name != [46, 46] { names.append(name) }
    }
    return names
  }

  /// A file's contents; the target of a link after an arrow; `nil` if there is none.
  static func contents(_ path: [UInt8]) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = path.withCPath { readlink($0, &target, target.count) }
    if count >= 0 {
      return "-> " + String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    guard let file = try? FileDescriptor.openForReading(path) else { return nil }
    return (try? FileDescriptor.readAll(file.number, limit: 1 << 22)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// Performs a request; returns the change or the error.
func perform(
  _ action: FileRequest.Action, _ path: [UInt8], _ collision: FileRequest.Collision = .ask,
  by changer: FileChanger = FileChanger()
) -> Result<FileChange, FileChangeError> {
  Result { () throws(FileChangeError) in
    try changer.perform(FileRequest(action, path, collision: collision))
  }
}

/// Undoes a change; returns what was undone or the error.
func undo(_ change: FileChange) -> Result<UndoneChange, FileChangeError> {
  Result { () throws(FileChangeError) in try FileChanger().undo(change) }
}

extension Result where Failure == FileChangeError {
  var errorKind: FileChangeError.Kind? {
    if case .failure(let error) = self { error.kind } else { nil }
  }
}

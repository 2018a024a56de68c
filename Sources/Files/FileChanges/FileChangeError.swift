import GIOFiles
import Glibc
import Platform

/// Why a file was not changed, or a change not undone.
package struct FileChangeError: Error, Hashable, Sendable {
  /// The reasons.
  package enum Kind: Hashable, Sendable {
    /// The user cancelled.
    case cancelled
    /// The file does not exist anymore.
    case gone
    /// The folder does not exist.
    case noFolder
    /// The file was written to or replaced since the change.
    case changed
    /// The path is a folder, a pipe or a device.
    case noFile
    /// A file has the name already: the user decides between keeping both, replacing and skipping.
    case collision
    /// A folder has the name already; folders are never replaced.
    case folderInTheWay
    /// The file is in that folder already, or has that name.
    case alreadyThere
    /// The new name is empty.
    case emptyName
    /// The new name has a slash or is `.` or `..`.
    case badName
    /// The name has more than 255 bytes.
    case longName
    /// The file system has no trash; the message is GIO's.
    case noTrash(String)
    /// The trash was emptied since.
    case trashEmptied
    /// The place in the trash wasn't found.
    case lostInTrash
    /// Deleting for good can't be undone.
    case deletedForGood
    /// No permission.
    case notAllowed
    /// The file system is mounted read-only.
    case readOnly
    /// No space is left.
    case diskFull
    /// Any other error of the system.
    case system(Errno)
  }

  /// The reason.
  package let kind: Kind
  /// The file or folder that it is about.
  package let path: [UInt8]

  package init(_ kind: Kind, _ path: [UInt8]) {
    self.kind = kind
    self.path = path
  }

  init(_ error: Errno, _ path: [UInt8]) {
    let kind: Kind =
      switch error.code {
      case ENOENT, ENOTDIR: .gone
      case EACCES, EPERM: .notAllowed
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .diskFull
      case ENAMETOOLONG: .longName
      case EEXIST: .collision
      case ECANCELED: .cancelled
      default: .system(error)
      }
    self.init(kind, path)
  }

  init(_ error: GIOError, _ path: [UInt8]) {
    let kind: Kind =
      switch error.reason {
      case .notFound: .gone
      case .noSpace: .diskFull
      case .notAllowed: .notAllowed
      case .readOnly: .readOnly
      // The name of the `.trashinfo` file is longer than the file's own.
      case .nameTooLong: .noTrash("the name is too long")
      case .noLibrary, .notSupported, .other: .noTrash(error.message)
      }
    self.init(kind, path)
  }
}

extension FileChangeError {
  /// The error in one sentence, without a full stop.
  package var sentence: String {
    let whole = FilePlace(path)
    let name = escapedForDisplay(whole.name.isEmpty ? path : whole.name, limit: 60)
    return switch kind {
    case .cancelled: "cancelled; \(name) is unchanged"
    case .gone: "\(name) does not exist anymore"
    case .noFolder: "there is no folder \(escapedForDisplay(path, limit: 80))"
    case .changed: "\(name) has changed since, so it stays as it is"
    case .noFile: "\(name) is not a file"
    case .collision: "there is already a file \(name)"
    case .folderInTheWay: "there is already a folder \(name)"
    case .alreadyThere: "\(name) is already there"
    case .emptyName: "the new name is empty"
    case .badName: "a name can't be “.” or “..” and has no “/”"
    case .longName: "the name is longer than 255 bytes"
    case .noTrash(let message):
      "\(name) can't be moved to the trash (\(escapedForDisplay(message.utf8, limit: 120)))"
    case .trashEmptied: "the trash was emptied: \(name) can't be restored"
    case .lostInTrash: "\(name) is in the trash; restore it with a file manager"
    case .deletedForGood: "\(name) was deleted for good, which can't be undone"
    case .notAllowed: "you don't have permission to change \(name) or its folder"
    case .readOnly: "\(name) is on a read-only file system"
    case .diskFull: "there is no space left for \(name)"
    case .system(let error): "\(name): \(error.message)"
    }
  }
}

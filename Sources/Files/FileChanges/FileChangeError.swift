import GIOFiles
import Glibc
import Platform
import TurnProtocol

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
    /// The file was written to or replaced while it was turned.
    case changedWhileRead
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
    /// The file has this many other names (hard links), which would keep the picture as it was.
    case otherNames(Int)
    /// The picture can't be turned, or not without loss.
    case notTurned(TurnRefusal)
    /// The process that turns pictures failed; how, as the end of a sentence.
    case turnerFailed(String)
    /// Any other error of the system.
    case system(Errno)
  }

  /// True if the same change may succeed later: the disk has room again, say.
  var mayPass: Bool {
    switch kind {
    case .cancelled, .noFolder, .notAllowed, .readOnly, .diskFull, .turnerFailed, .system: true
    case .gone, .changed, .changedWhileRead, .noFile, .collision, .folderInTheWay, .alreadyThere,
      .emptyName, .badName, .longName, .noTrash, .trashEmptied, .lostInTrash, .deletedForGood,
      .otherNames, .notTurned:
      false
    }
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
      case .noLibrary, .notSupported, .timedOut, .other: .noTrash(error.message)
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
    case .changedWhileRead: "\(name) was not turned: the file changed while it was read"
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
    case .otherNames(let count):
      "\(name) has \(count == 1 ? "another name" : "\(count) other names") (hard links)"
    case .notTurned(let refusal): refusal.sentence(about: name)
    case .turnerFailed(let clause): "\(name) was not turned: \(TurnMessage.program) \(clause)"
    case .system(let error): "\(name): \(error.message)"
    }
  }
}

extension TurnRefusal {
  fileprivate func sentence(about name: String) -> String {
    switch self {
    case .notSandboxed:
      "\(TurnMessage.program) could not enter its sandbox and refuses to work"
    case .protocolBroken, .unwritable: "\(name) could not be turned"
    case .damaged: "\(name) is damaged, so it can't be turned without loss"
    case .format: "\(name) can't be turned: only JPEG, PNG, TIFF and WebP files can"
    case .severalPictures: "\(name) has several pages or is a RAW file, which can't be turned"
    case .noPlace: "\(name) has no place for an orientation, so it can't be turned"
    case .noMemory: "there is not enough memory to turn \(name) without loss"
    case .edges(let columns, let rows):
      "\(Self.words(columns, rows)) at the edge of \(name) can't be turned without loss"
    case .moreData:
      "something follows the picture in \(name), which turning its pixels would lose"
    case .coding: "the pixels of \(name) are coded in a way that can't be turned without loss"
    }
  }

  private static func words(_ columns: Int, _ rows: Int) -> String {
    let across = columns == 1 ? "1 column" : "\(columns) columns"
    let down = rows == 1 ? "1 row" : "\(rows) rows"
    return rows == 0 ? across : columns == 0 ? down : "\(across) and \(down)"
  }
}

/// A change that was made to a file, with the data to undo it.
package struct FileChange: Hashable, Sendable {
  /// The kinds of changes.
  package enum Kind: Hashable, Sendable {
    /// The file is in the trash; `nil` if its place there wasn't found.
    case trashed(TrashedFile?)
    /// The file is deleted for good.
    case deleted
    /// The file has another name, or is in another folder.
    case moved(to: [UInt8])
    /// The file has a copy. `original` is the copied version.
    case copied(to: [UInt8], original: FileIdentity)
    /// The picture in it is turned.
    case turned(TurnedFile)
  }

  /// The file's path before the change.
  package let path: [UInt8]
  /// The change.
  package let kind: Kind
  /// The changed file, or its copy.
  let identity: FileIdentity
  /// The file that it replaced, now in the trash.
  let displaced: TrashedFile?

  init(_ kind: Kind, _ path: [UInt8], identity: FileIdentity, displaced: TrashedFile? = nil) {
    self.kind = kind
    self.path = path
    self.identity = identity
    self.displaced = displaced
  }

  /// True if the change can be undone.
  package var isUndoable: Bool {
    switch kind {
    case .trashed(let file): file != nil
    case .deleted: false
    case .moved, .copied, .turned: true
    }
  }

  /// The path that no longer exists; `nil` if the file is still there.
  package var disappeared: [UInt8]? {
    switch kind {
    case .trashed, .deleted, .moved: path
    case .copied, .turned: nil
    }
  }

  /// The path that is new; `nil` if there is none.
  package var appeared: [UInt8]? {
    switch kind {
    case .trashed, .deleted, .turned: nil
    case .moved(let path), .copied(let path, _): path
    }
  }
}

extension FileChange {
  /// The change with the latest versions of files that were written anew.
  func renewed(_ renewals: FileRenewals) -> FileChange {
    var kind = kind
    if case .copied(let path, let original) = kind {
      kind = .copied(to: path, original: renewals.latest(of: original))
    }
    return FileChange(
      kind, path, identity: renewals.latest(of: identity), displaced: displaced)
  }
}

/// A change that was undone.
package struct UndoneChange: Hashable, Sendable {
  /// The path that no longer exists; `nil` for a file that is back from the trash.
  package var disappeared: [UInt8]?
  /// The restored file's path, with a number if its name was taken; `nil` if a copy was removed.
  package var appeared: [UInt8]?
  /// The path whose file has other contents again; `nil` if there is none.
  package var rewritten: [UInt8]?
  /// Other paths that lead to that file.
  package var links: [[UInt8]] = []
  /// Why the file that the change had replaced is not back; `nil` if it is, or if there was none.
  package var complaint: FileChangeError?
  /// The file's version in place of the one that older changes know; `nil` if they know it.
  package var renewed: FileRenewal?
}

/// A file in the trash.
package struct TrashedFile: Hashable, Sendable {
  /// The path before it was trashed.
  let origin: [UInt8]
  /// The path in the trash.
  let path: [UInt8]
  /// The path of its `.trashinfo` file.
  let note: [UInt8]
  let identity: FileIdentity
}

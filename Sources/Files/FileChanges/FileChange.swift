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
    case .moved, .copied: true
    }
  }

  /// The path that no longer exists; `nil` if the file is still there.
  package var disappeared: [UInt8]? {
    switch kind {
    case .trashed, .deleted, .moved: path
    case .copied: nil
    }
  }

  /// The path that is new; `nil` if there is none.
  package var appeared: [UInt8]? {
    switch kind {
    case .trashed, .deleted: nil
    case .moved(let path), .copied(let path, _): path
    }
  }
}

/// A change that was undone.
package struct UndoneChange: Hashable, Sendable {
  /// The path that no longer exists; `nil` for a file that is back from the trash.
  package let disappeared: [UInt8]?
  /// The restored file's path, with a number if its name was taken; `nil` if a copy was removed.
  package let appeared: [UInt8]?
  /// Why the file that the change had replaced is not back; `nil` if it is, or if there was none.
  package let complaint: FileChangeError?
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

import CLinux
import Glibc

/// Watches folders for changes (inotify), until the end of its owner's lifetime.
package struct FolderWatch: ~Copyable, Sendable {
  /// A change in a watched folder.
  package struct Change: Hashable, Sendable {
    /// The kinds of changes.
    package enum Kind: Hashable, Sendable {
      /// A file that was open for writing has been closed (`IN_CLOSE_WRITE`).
      case written
      /// A file was written to (`IN_MODIFY`).
      case modified
      /// A name was created (`IN_CREATE`): a file that is still empty, a folder, a link.
      case created
      /// A name has disappeared by renaming (`IN_MOVED_FROM`).
      case movedFrom
      /// A name has appeared by renaming, perhaps in place of another file (`IN_MOVED_TO`).
      case movedTo
      /// A name was deleted (`IN_DELETE`).
      case deleted
      /// The folder itself has been deleted, moved or unmounted.
      case folderGone
      /// Changes were lost: anything may have changed.
      case overflow
    }

    /// The number of the folder, as returned by `watch`; -1 for an overflow.
    package var folder: Int32
    /// The kind of change.
    package var kind: Kind
    /// The name in the folder; empty if the folder itself is meant.
    package var name: [UInt8]
    /// The number that both halves of a renaming share; 0 for other changes.
    package var cookie: UInt32

    /// Creates a change of a name in a folder.
    package init(folder: Int32, kind: Kind, name: [UInt8], cookie: UInt32 = 0) {
      self.folder = folder
      self.kind = kind
      self.name = name
      self.cookie = cookie
    }
  }

  private let descriptor: FileDescriptor

  /// Creates a watch without folders.
  package init() throws(Errno) {
    let number = fresnel_inotify()
    guard number >= 0 else { throw .last("inotify_init1") }
    descriptor = FileDescriptor(adopting: number)
  }

  /// The descriptor, readable while changes are queued.
  package var number: Int32 { descriptor.number }

  /// Starts watching a folder, following links, and returns its number.
  ///
  /// A folder always has the same number, however often and by whichever name it is watched; the
  /// last call decides whether each write is reported (`modified`).
  package borrowing func watch(
    _ path: [UInt8], seesWriting: Bool = false
  ) throws(Errno) -> Int32 {
    let mask =
      IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR | (seesWriting ? IN_MODIFY : 0)
    let folder = (path + [0]).withUnsafeBytes { bytes in
      fresnel_inotify_add(
        descriptor.number, bytes.assumingMemoryBound(to: CChar.self).baseAddress, UInt32(mask))
    }
    guard folder >= 0 else { throw .last("inotify_add_watch") }
    return folder
  }

  /// Stops watching a folder; a number that is no longer valid is ignored.
  package borrowing func unwatch(_ folder: Int32) {
    _ = inotify_rm_watch(descriptor.number, folder)
  }

  /// How often the queue is read for one answer.
  private static let mostReads = 64

  /// Returns the queued changes, oldest first, without blocking.
  ///
  /// It takes at most 1 MiB, since changes may arrive as fast as they are read.
  package borrowing func takeChanges() -> [Change] {
    var changes: [Change] = []
    // A name has at most 255 bytes, so the buffer always has room for several events.
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    for _ in 0..<Self.mostReads {
      let count = read(descriptor.number, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return changes }
      buffer.withUnsafeBytes { changes += Self.changes(in: $0.prefix(count)) }
    }
    return changes
  }

  private static func changes(in bytes: Slice<UnsafeRawBufferPointer>) -> [Change] {
    var changes: [Change] = []
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let name = bytes[(offset + head)..<min(bytes.count, offset + head + Int(event.len))]
      offset += head + Int(event.len)
      guard let kind = kind(of: event.mask) else { continue }
      changes.append(
        Change(folder: event.wd, kind: kind, name: name.prefix { $0 != 0 }, cookie: event.cookie))
    }
    return changes
  }

  private static func kind(of mask: UInt32) -> Change.Kind? {
    func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
    if has(IN_Q_OVERFLOW) { return .overflow }
    if has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) { return .folderGone }
    if has(IN_CLOSE_WRITE) { return .written }
    if has(IN_CREATE) { return .created }
    if has(IN_MODIFY) { return .modified }
    if has(IN_MOVED_FROM) { return .movedFrom }
    if has(IN_MOVED_TO) { return .movedTo }
    if has(IN_DELETE) { return .deleted }
    return nil
  }
}

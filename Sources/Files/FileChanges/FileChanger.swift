import Glibc
import Platform

/// Performs and undoes changes of files; it blocks, so it belongs on a worker thread.
package struct FileChanger {
  private let copying: FileCopying
  private let turning: FileTurning

  /// Creates a changer that polls for cancellation, and reports the copied fraction, from 0 to 1;
  /// the program that turns pictures is in one of the folders `programs`.
  package init(
    isCancelled: @escaping () -> Bool = { false }, report: @escaping (Double) -> Void = { _ in },
    programs: [[UInt8]] = installedFolders()
  ) {
    copying = FileCopying(isCancelled: isCancelled, report: report)
    turning = FileTurning(isCancelled: isCancelled, programs: programs)
  }

  /// Performs a request: wholly, or not at all and with an error.
  package func perform(_ request: FileRequest) throws(FileChangeError) -> FileChange {
    let path = request.path
    let status = try Self.status(of: path)
    guard status.kind != .folder else { throw .init(.noFile, path) }
    switch request.action {
    case .trash:
      return FileChange(.trashed(try Trash.put(path)), path, identity: status.identity)
    case .delete:
      try Self.remove(path)
      return FileChange(.deleted, path, identity: status.identity)
    case .rename(let name):
      if let flaw = FileName.flaw(in: name) { throw .init(flaw, path) }
      let target = FilePlace(name, in: FilePlace(path).folder)
      guard target.path != path else { throw .init(.alreadyThere, path) }
      let arrival = try move(path, to: target, request.collision)
      return FileChange(
        .moved(to: arrival.path), path, identity: arrival.identity, displaced: arrival.displaced)
    case .move(let folder):
      let target = try Self.target(of: path, in: folder)
      guard !target.isItself else { throw .init(.alreadyThere, path) }
      let arrival = try move(path, to: target.place, request.collision)
      return FileChange(
        .moved(to: arrival.path), path, identity: arrival.identity, displaced: arrival.displaced)
    case .copy(let folder):
      let target = try Self.target(of: path, in: folder)
      guard !target.isItself || request.collision != .replace else {
        throw .init(.alreadyThere, path)
      }
      let (arrival, original) = try copy(path, to: target.place, request.collision)
      return FileChange(
        .copied(to: arrival.path, original: original), path, identity: arrival.identity,
        displaced: arrival.displaced)
    case .turn(let turn): return try turning.turn(path, turn)
    }
  }

  /// Undoes a change, unless the file has been modified since.
  ///
  /// Nothing is replaced: if another file has the old name, a number is appended.
  package func undo(_ change: FileChange) throws(FileChangeError) -> UndoneChange {
    switch change.kind {
    case .deleted: throw .init(.deletedForGood, change.path)
    case .trashed(nil): throw .init(.lostInTrash, change.path)
    case .trashed(let file?):
      return UndoneChange(disappeared: nil, appeared: try Trash.restore(file), complaint: nil)
    case .moved(let path):
      try Self.check(path, change.identity)
      let arrival = try move(path, to: FilePlace(change.path), .keepBoth)
      return UndoneChange(
        disappeared: path, appeared: arrival.path, complaint: Self.restore(change.displaced))
    case .copied(let path, let original):
      try Self.check(path, change.identity)
      // Without the original, this copy may be the only one: trash it.
      if (try? FileStatus(at: change.path))?.identity == original {
        try Self.remove(path)
      } else {
        _ = try Trash.put(path)
      }
      return UndoneChange(
        disappeared: path, appeared: nil, complaint: Self.restore(change.displaced))
    case .turned(let turned):
      try Self.check(turned.place, change.identity)
      guard turned.isTrimmed else {
        let back = try turning.turnBack(turned, change.path)
        return UndoneChange(
          rewritten: change.path, links: turned.links,
          renewed: .init(turned.before, back.identity))
      }
      guard let original = turned.original else { throw .init(.lostInTrash, change.path) }
      // The turned file stays until the original is beside it: the trash may have been emptied.
      let path = try Trash.restore(original)
      let undone = UndoneChange(rewritten: change.path, links: turned.links)
      guard path != turned.place else { return undone }
      guard path.withCPath({ from in turned.place.withCPath { Glibc.rename(from, $0) } }) == 0
      else {
        let error = FileChangeError(Errno.last("rename"), change.path)
        return UndoneChange(appeared: path, complaint: error)
      }
      FileRenaming.flush(FilePlace(turned.place).folderPath)
      return undone
    }
  }

  // MARK: Arriving

  /// A file at its new place.
  private struct Arrival {
    let path: [UInt8]
    let identity: FileIdentity
    /// The file that it replaced.
    let displaced: TrashedFile?
  }

  private func move(
    _ path: [UInt8], to target: FilePlace, _ collision: FileRequest.Collision
  ) throws(FileChangeError) -> Arrival {
    do throws(FileChangeError) {
      return try arrive(path, at: target, collision) { (place: [UInt8]) throws(Errno) in
        try FileRenaming.rename(path, to: place)
      }
    } catch {
      guard error.kind == .system(Errno(code: EXDEV, call: "")) else { throw error }
    }
    let (arrival, original) = try copy(path, to: target, collision)
    do throws(FileChangeError) {
      try Self.check(path, original)
      try Self.remove(path)
    } catch {
      _ = arrival.path.withCPath { unlink($0) }
      _ = Self.restore(arrival.displaced)
      throw error
    }
    return arrival
  }

  /// Copies a file, then names the copy.
  private func copy(
    _ path: [UInt8], to target: FilePlace, _ collision: FileRequest.Collision
  ) throws(FileChangeError) -> (Arrival, original: FileIdentity) {
    // Detect a collision before copying anything.
    if collision == .ask, let there = try? FileStatus(at: target.path) {
      throw .init(there.kind == .folder ? .folderInTheWay : .collision, target.path)
    }
    let status = try Self.status(of: path)
    switch status.kind {
    case .file: break
    case .link:
      let link: FileLink
      do throws(Errno) { link = try FileLink(at: path) } catch { throw .init(error, path) }
      let arrival = try arrive(path, at: target, collision) { (place: [UInt8]) throws(Errno) in
        try link.make(at: place)
      }
      return (arrival, status.identity)
    case .folder, .other: throw .init(.noFile, path)
    }
    let copy = try copying.copy(path, into: target.folder)
    let arrival = try arrive(path, at: target, collision) { (place: [UInt8]) throws(Errno) in
      try copy.file.name(place)
    }
    return (arrival, copy.original)
  }

  /// Gives a file, or a copy of it, a name on its device by `name`, which fails with `EEXIST` if
  /// that is taken.
  private func arrive(
    _ path: [UInt8], at target: FilePlace, _ collision: FileRequest.Collision,
    by name: ([UInt8]) throws(Errno) -> Void
  ) throws(FileChangeError) -> Arrival {
    var place = target
    var number = 0
    var hasDisplaced = false
    var displaced: TrashedFile?
    while true {
      do throws(Errno) {
        try name(place.path)
        FileRenaming.flush(place.folderPath)
        return Arrival(
          path: place.path, identity: try FileStatus(at: place.path).identity, displaced: displaced)
      } catch {
        guard error.code == EEXIST else {
          _ = Self.restore(displaced)
          throw Self.failure(error, path, target)
        }
      }
      let isFolder = (try? FileStatus(at: place.path))?.kind == .folder
      switch collision {
      case .keepBoth:
        number += 1
        place = target.numbered(number)
      case .replace where !isFolder && !hasDisplaced:
        displaced = try Trash.put(place.path)
        hasDisplaced = true
      case .ask, .replace:
        _ = Self.restore(displaced)
        throw .init(isFolder ? .folderInTheWay : .collision, place.path)
      }
    }
  }

  // MARK: Steps

  private static func status(of path: [UInt8]) throws(FileChangeError) -> FileStatus {
    do throws(Errno) { return try FileStatus(at: path) } catch { throw .init(error, path) }
  }

  /// Fails if a file has been replaced or modified.
  private static func check(
    _ path: [UInt8], _ identity: FileIdentity
  ) throws(FileChangeError) {
    guard try status(of: path).identity == identity else { throw .init(.changed, path) }
  }

  /// Returns a file's place in another folder, and true if it is there already.
  private static func target(
    of path: [UInt8], in folder: [UInt8]
  ) throws(FileChangeError) -> (place: FilePlace, isItself: Bool) {
    let here = FilePlace(path)
    var status = stat()
    guard !folder.isEmpty, !folder.contains(0), folder.withCPath({ stat($0, &status) }) == 0,
      status.st_mode & S_IFMT == S_IFDIR
    else { throw .init(.noFolder, folder) }
    return (
      FilePlace(here.name, in: folder), FileStatus.isSameFolder(folder, here.folderPath)
    )
  }

  private static func remove(_ path: [UInt8]) throws(FileChangeError) {
    guard path.withCPath({ unlink($0) }) == 0 else { throw .init(.last("unlink"), path) }
    FileRenaming.flush(FilePlace(path).folderPath)
  }

  /// Restores a replaced file; returns the error if that fails.
  private static func restore(_ file: TrashedFile?) -> FileChangeError? {
    guard let file else { return nil }
    do throws(FileChangeError) {
      _ = try Trash.restore(file)
      return nil
    } catch {
      return error
    }
  }

  /// The error of renaming a file into a folder, either of which may be missing.
  private static func failure(
    _ error: Errno, _ path: [UInt8], _ target: FilePlace
  ) -> FileChangeError {
    guard error.isMissingFile, (try? FileStatus(at: path)) != nil else {
      return FileChangeError(error, path)
    }
    return FileChangeError(.noFolder, target.folder)
  }
}

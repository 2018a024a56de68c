import CLinux
import Glibc
import Platform
import TurnProtocol

/// Turns files: a sandboxed process writes the turned picture beside the file, which it replaces.
struct FileTurning {
  /// Returns true once the user has cancelled.
  let isCancelled: () -> Bool
  /// The folders with the program.
  let programs: [[UInt8]]

  /// Turns the file that a path leads to; a link stays.
  func turn(_ path: [UInt8], _ turn: FileTurn) throws(FileChangeError) -> FileChange {
    guard let place = path.resolvedPath else { throw .init(.last("realpath"), path) }
    let made = try make(
      place, of: path, .turn(by: turn.orientation, turn.edges),
      leavesOtherNames: turn.leavesOtherNames)
    // What is trimmed can't be turned back.
    return try replace(
      place, of: path, by: made, links: turn.links, keepsOriginal: made.result.isTrimmed)
  }

  /// Turns a file back that is as it was after it was turned.
  func turnBack(_ turned: TurnedFile, _ path: [UInt8]) throws(FileChangeError) -> FileChange {
    let result = turned.result
    let order = TurnOrder.restore(pixels: result.pixels.inverse, tag: result.tagBefore)
    let made = try make(turned.place, of: path, order, leavesOtherNames: false)
    return try replace(
      turned.place, of: path, by: made, links: turned.links, keepsOriginal: false)
  }

  /// Leaves out requests to turn a file that an earlier one turns, to which several links lead.
  static func distinct(_ requests: [FileRequest]) -> [FileRequest] {
    var indices: [[UInt8]: Int] = [:]
    var distinct: [FileRequest] = []
    for request in requests {
      if case .turn = request.action, let place = request.path.resolvedPath {
        if let index = indices[place] {
          distinct[index] = distinct[index].turning { $0.links.append(request.path) }
          continue
        }
        indices[place] = distinct.count
      }
      distinct.append(request)
    }
    return distinct
  }

  // MARK: Steps

  /// A turned file on the disk, without its name.
  private struct Made: ~Copyable {
    let file: NewFile
    let result: TurnResult
    /// The version of the file that was turned.
    let original: FileIdentity
  }

  private func make(
    _ place: [UInt8], of path: [UInt8], _ order: TurnOrder, leavesOtherNames: Bool
  ) throws(FileChangeError) -> Made {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let number = place.withCPath { fresnel_open($0, flags, 0) }
    guard number >= 0 else { throw .init(.last("open"), path) }
    let source = FileDescriptor(adopting: number)
    var status = stat()
    guard fstat(source.number, &status) == 0 else { throw .init(.last("fstat"), path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .init(.noFile, path) }
    guard status.st_size > 0 else { throw .init(.notTurned(.format), path) }
    guard place.withCPath({ faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) }) == 0 else {
      throw .init(.last("faccessat"), path)
    }
    guard status.st_nlink == 1 || leavesOtherNames else {
      throw .init(.otherNames(Int(status.st_nlink) - 1), path)
    }
    let output = try NewFile(in: FilePlace(place).folder)
    let result: TurnResult
    do throws(FileChangeError) {
      result = try TurnerProcess.turn(
        path, from: source.number, to: output.number, order, programs: programs,
        isCancelled: isCancelled)
      try Self.check(output.number, source.number, status, path)
    } catch {
      throw Self.hasChanged(source.number, since: status) ? error.ofChangedFile : error
    }
    FileAttributes.copyOwner(status, to: output.number)
    FileAttributes.copy(from: source.number, status, to: output.number)
    guard fsync(output.number) == 0 else { throw .init(.last("fsync"), path) }
    return Made(file: output, result: result, original: FileIdentity(status))
  }

  /// How many times as long as the original a turned file may be: plain coding of a flat picture
  /// takes several times the bytes of one with tables of its own.
  private static let mostTimes = 8
  /// The most bytes that a turned file may have beyond that.
  private static let mostGrowth = 1 << 20
  /// The first bytes of a file, by which its format is known.
  private static let signature = 4

  /// Fails unless the output may be the turned file: its format is the same, and its size likely.
  private static func check(
    _ output: Int32, _ source: Int32, _ status: stat, _ path: [UInt8]
  ) throws(FileChangeError) {
    var written = stat()
    guard fstat(output, &written) == 0, written.st_size > 0,
      written.st_size <= off_t(mostTimes) * status.st_size + off_t(mostGrowth),
      let old = try? FileDescriptor.readAll(source, at: 0, limit: signature),
      let new = try? FileDescriptor.readAll(output, at: 0, limit: signature),
      // RIFF and JPEG begin with bytes that stay; the first offset of TIFF comes later.
      old.prefix(3) == new.prefix(3)
    else { throw .init(.turnerFailed("violated its protocol and was stopped"), path) }
  }

  /// True if a file was written to or truncated since its status was read.
  private static func hasChanged(_ number: Int32, since status: stat) -> Bool {
    var now = stat()
    return fstat(number, &now) != 0 || now.st_size != status.st_size
      || FileIdentity(now) != FileIdentity(status)
  }

  private func replace(
    _ place: [UInt8], of path: [UInt8], by made: borrowing Made, links: [[UInt8]],
    keepsOriginal: Bool
  ) throws(FileChangeError) -> FileChange {
    var original: TrashedFile?
    guard let now = try? FileStatus(at: place), now.identity == made.original else {
      throw .init(.changed, path)
    }
    if keepsOriginal { original = try Trash.put(place) }
    do throws(Errno) {
      if keepsOriginal { try made.file.name(place) } else { try made.file.replace(place) }
    } catch {
      if let original { _ = try? Trash.restore(original) }
      throw .init(error, path)
    }
    FileRenaming.flush(FilePlace(place).folderPath)
    let turned = TurnedFile(
      place: place, links: links, result: made.result, before: made.original,
      original: original)
    do throws(Errno) {
      return FileChange(.turned(turned), path, identity: try FileStatus(at: place).identity)
    } catch {
      throw .init(error, path)
    }
  }
}

extension FileChangeError {
  /// The error if the file changed meanwhile.
  ///
  /// The turner maps the file: it dies if another program truncates it, and half of a new version
  /// looks damaged. A user would look for a fault in the program or in the picture.
  fileprivate var ofChangedFile: FileChangeError {
    switch kind {
    case .turnerFailed, .notTurned: FileChangeError(.changedWhileRead, path)
    default: self
    }
  }
}

import CLinux
import CutPlan
import Glibc
import Platform
import Viewer

/// The folder for a run's tiles: a hidden staging folder beside the final location.
///
/// It is renamed once everything is complete. After an interruption it stays, and the next run with
/// the same order resumes.
final class CutFolder {
  /// The picture's name: the last component of the path, without Deep Zoom's extension.
  let name: [UInt8]
  /// The path as sentences show it.
  let displayPath: String

  private let parent: [UInt8]
  private let staging: [UInt8]
  private var tiles: FileDescriptor?
  private var journal: FileDescriptor?
  private var lock: FileDescriptor?
  private var names: CutNames?
  private var made: Set<[UInt8]> = []

  /// Creates a folder for an output path from the command line.
  init(_ path: [UInt8], layout: CutLayout) throws(UserError) {
    var base = Array(PathBytes.lastComponent(of: path))
    displayPath = escapedForDisplay(path)
    if layout == .dzi, base.count > 4, base.suffix(4).elementsEqual(Array(".dzi".utf8)) {
      base.removeLast(4)
    }
    guard !base.isEmpty, base != Array(".".utf8), base != Array("..".utf8),
      base != Array("/".utf8)
    else {
      throw UserError(sentence: "\(displayPath): is not a valid name for the output", status: 2)
    }
    var trimmed = path
    while trimmed.count > 1, trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
    name = base
    parent = PathBytes.folder(of: trimmed)
    staging = parent + [UInt8(ascii: ".")] + base + Array(".fresnel-cut".utf8)
  }

  // MARK: Final names

  private var hasDescriptionBeside: Bool { names?.layout == .dzi }
  private var finalTiles: [UInt8] {
    parent + name + (hasDescriptionBeside ? Array("_files".utf8) : [])
  }
  private var finalDescription: [UInt8] { parent + name + Array(".dzi".utf8) }
  private var stagedTiles: [UInt8] { staging + Array("/tiles".utf8) }
  private var stagedDescription: [UInt8] { staging + Array("/description".utf8) }

  private static func exists(_ path: [UInt8]) -> Bool {
    var status = stat()
    return path.withCPath { lstat($0, &status) } == 0
  }

  private func failure(_ error: Errno) -> UserError {
    UserError(sentence: "\(displayPath): \(error.message)")
  }

  // MARK: Opening

  /// Opens the folder and returns one byte per tile, nonzero if an earlier run made it.
  ///
  /// `fingerprint` contains everything that affects the bytes; existing tiles with another
  /// fingerprint are deleted. An empty one never resumes.
  func open(_ names: CutNames, fingerprint: String) throws(UserError) -> [UInt8] {
    self.names = names
    let isFinished = hasDescriptionBeside && Self.exists(stagedDescription)
    for path in [finalTiles] + (hasDescriptionBeside ? [finalDescription] : []) {
      // A run that was interrupted between its two renames has already moved its tiles.
      if isFinished, path == finalTiles, !Self.exists(stagedTiles) { continue }
      guard !Self.exists(path) else {
        throw UserError(sentence: "\(escapedForDisplay(path)): already exists")
      }
    }
    do throws(Errno) {
      try Self.makeFolder(staging, mode: 0o700)
      lock = try takeLock()
      return try prepare(fingerprint: fingerprint)
    } catch {
      if error.code == EWOULDBLOCK {
        throw UserError(sentence: "\(displayPath): another fresnel process is cutting it")
      }
      throw failure(error)
    }
  }

  private func takeLock() throws(Errno) -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    let number = staging.withCPath { fresnel_open($0, flags, 0) }
    guard number >= 0 else { throw .last("open") }
    let folder = FileDescriptor(adopting: number)
    // In a world-writable folder, another user could have placed a folder of that name.
    var status = stat()
    guard fstat(number, &status) == 0, status.st_uid == geteuid() else {
      throw Errno(code: EACCES, call: "open")
    }
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw .last("flock") }
    return folder
  }

  private func prepare(fingerprint: String) throws(Errno) -> [UInt8] {
    let order = staging + Array("/order".utf8)
    let count = names?.pyramid.tileCount ?? 0
    let isSame = !fingerprint.isEmpty && Self.read(order) == Array(fingerprint.utf8)
    let isMoved = isSame && !Self.exists(stagedTiles) && Self.exists(finalTiles)
    if !isSame {
      Self.remove(stagedTiles)
      for file in ["/journal", "/order", "/description"] {
        _ = (staging + Array(file.utf8)).withCPath { unlink($0) }
      }
    }
    let path = isMoved ? finalTiles : stagedTiles
    if !isMoved { try Self.makeFolder(path) }
    let folder = path.withCPath { fresnel_open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    guard folder >= 0 else { throw .last("open") }
    tiles = FileDescriptor(adopting: folder)
    let journal = (staging + Array("/journal".utf8)).withCPath {
      fresnel_open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    }
    guard journal >= 0 else { throw .last("open") }
    self.journal = FileDescriptor(adopting: journal)
    guard ftruncate(journal, off_t(count)) == 0 else { throw .last("ftruncate") }
    var done = [UInt8](repeating: 0, count: count)
    done.withUnsafeMutableBytes { bytes in
      _ = try? FileDescriptor.readAll(journal, at: 0, into: bytes)
    }
    // Written last: the journal is now valid for this order.
    if !isSame { try Self.write(Array(fingerprint.utf8), to: order) }
    return done
  }

  private static func makeFolder(_ path: [UInt8], mode: mode_t = 0o777) throws(Errno) {
    guard path.withCPath({ mkdir($0, mode) }) != 0, errno != EEXIST else { return }
    throw .last("mkdir")
  }

  private static func read(_ path: [UInt8]) -> [UInt8]? {
    guard let file = try? FileDescriptor.openForReading(path) else { return nil }
    return try? FileDescriptor.readAll(file.number, limit: 65536)
  }

  private static func write(_ bytes: [UInt8], to path: [UInt8]) throws(Errno) {
    let number = path.withCPath {
      fresnel_open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard number >= 0 else { throw .last("open") }
    let file = FileDescriptor(adopting: number)
    try FileDescriptor.writeAll(bytes[...], to: file.number)
  }

  // MARK: Tiles

  /// Writes a tile under all its names, and records it in the journal.
  func write(_ bytes: UnsafeRawBufferPointer, index: Int) throws(UserError) {
    guard let names, let journal = journal?.number else { return }
    do throws(Errno) {
      for path in names.paths(of: names.pyramid.position(of: index)) {
        try write(bytes, path)
      }
      var one: UInt8 = 1
      guard pwrite(journal, &one, 1, off_t(index)) == 1 else { throw .last("pwrite") }
    } catch {
      throw failure(error)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, _ path: [UInt8]) throws(Errno) {
    try makeFolders(of: path)
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let number = path.withCPath { fresnel_open_at(tiles?.number ?? -1, $0, flags, 0o666) }
    guard number >= 0 else { throw .last("open") }
    let file = FileDescriptor(adopting: number)
    try FileDescriptor.writeAll(bytes, to: file.number)
  }

  /// Creates the parent folders of a tile, each once.
  private func makeFolders(of path: [UInt8]) throws(Errno) {
    guard let last = path.lastIndex(of: UInt8(ascii: "/")) else { return }
    let folder = Array(path[..<last])
    guard !made.contains(folder) else { return }
    try makeFolders(of: folder)
    if folder.withCPath({ mkdirat(tiles?.number ?? -1, $0, 0o777) }) != 0, errno != EEXIST {
      throw .last("mkdir")
    }
    // IIIF has one folder per tile, none of which is needed again.
    if made.count > 4096 { made.removeAll(keepingCapacity: true) }
    made.insert(folder)
  }

  // MARK: Finishing

  /// Writes the description and renames everything to its final name.
  func finish() throws(UserError) {
    guard let names else { return }
    do throws(Errno) {
      switch names.descriptionLocation {
      case .beside: try Self.write(Array(names.description.utf8), to: stagedDescription)
      case .inside(let file):
        try Self.write(
          Array(names.description.utf8), to: stagedTiles + Array("/\(file)".utf8))
      case .nowhere: break
      }
      if Self.exists(stagedTiles) { try Self.rename(stagedTiles, to: finalTiles) }
      // The description comes last, so that its presence means that all tiles exist.
      if hasDescriptionBeside { try Self.rename(stagedDescription, to: finalDescription) }
    } catch {
      throw failure(error)
    }
    removeStaging()
  }

  private func removeStaging() {
    for file in ["/journal", "/order"] {
      _ = (staging + Array(file.utf8)).withCPath { unlink($0) }
    }
    _ = staging.withCPath { rmdir($0) }
  }

  /// Deletes the folder if it contains nothing to resume from.
  func discardIfEmpty() {
    guard let journal = journal?.number else {
      _ = staging.withCPath { rmdir($0) }
      return
    }
    var byte: UInt8 = 0
    var offset: off_t = 0
    let count = off_t(names?.pyramid.tileCount ?? 0)
    while offset < count {
      guard pread(journal, &byte, 1, offset) == 1, byte == 0 else { return }
      offset += 1
    }
    Self.remove(stagedTiles)
    removeStaging()
  }

  private static func rename(_ from: [UInt8], to path: [UInt8]) throws(Errno) {
    let status = from.withCPath { from in path.withCPath { fresnel_rename_new(from, $0) } }
    if status == 0 { return }
    // Some file systems do not support renaming without replacement.
    guard errno == EINVAL || errno == ENOSYS, !exists(path) else { throw .last("rename") }
    guard from.withCPath({ from in path.withCPath { Glibc.rename(from, $0) } }) == 0 else {
      throw .last("rename")
    }
  }

  /// Deletes a staging folder with its contents; links are not followed.
  private static func remove(_ path: [UInt8]) {
    guard path.withCPath({ unlink($0) }) != 0 else { return }
    guard let folder = path.withCPath({ opendir($0) }) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name != Array(".".utf8), name != Array("..".utf8) else { continue }
      remove(path + [UInt8(ascii: "/")] + name)
    }
    closedir(folder)
    _ = path.withCPath { rmdir($0) }
  }
}

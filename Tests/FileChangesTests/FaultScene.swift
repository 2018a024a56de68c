import CLinux
import Geometry
import Glibc
import Platform
import Testing

@testable import FileChanges

/// The files that a command with a fault is about, and those beside them.
final class FaultScene {
  /// The contents of all files by path; a link's are its target, after an arrow.
  typealias Snapshot = [[UInt8]: [UInt8]]

  let cell: FaultCell
  let source: [UInt8]
  let action: FileRequest.Action
  private let files: TestFiles
  private let other: TestFiles?
  private let folders: [[UInt8]]
  private let target: [UInt8]
  private let newName: [UInt8]
  private var mount: TestMount?

  init(_ cell: FaultCell) throws {
    self.cell = cell
    files = try TestFiles()
    other = cell.fault == .otherDevice ? try TestFiles(in: "/dev/shm") : nil
    let here = try files.subfolder("here")
    let there = try files.subfolder("there")
    let disk = try files.subfolder("disk")
    var (place, target) = (other?.path ?? here, there)
    if [.fullDisk, .readOnly].contains(cell.fault) {
      mount = try TestMount(at: String(decoding: disk, as: UTF8.self), kibibytes: 64)
      switch (cell.fault, cell.command) {
      case (_, .copy), (.fullDisk, .move): target = disk
      default: place = disk
      }
    }
    folders = [here, there, disk] + (other.map { [$0.path] } ?? [])
    self.target = target
    let name = cell.fault == .longName ? Self.longName : Array("a.jpg".utf8)
    newName = cell.fault == .longName ? name.reversed() : Array("b.jpg".utf8)
    source = place + [UInt8(ascii: "/")] + name
    switch cell.command {
    case .trash: action = .trash
    case .delete: action = .delete
    case .rename: action = .rename(to: newName)
    case .copy: action = .copy(into: target)
    case .move: action = .move(into: target)
    case .turn:
      var turn = FileTurn(by: Orientation(quarterTurns: 1))
      if cell.fault == .emptiedTrash { turn.edges = .trim }
      action = .turn(turn)
    }
    for folder in [here, there] { try Self.write([1, 2, 3], folder + Array("/beside".utf8)) }
    try makeSource(in: place)
    if displaces, cell.command != .turn { try Self.write([4, 5], arrival) }
    if cell.fault == .readOnly { try mount?.makeReadOnly() }
  }

  /// 255 bytes with a newline and characters that shells and terminals interpret.
  private static let longName =
    Array("a\n\u{1B}[2J'\"$(x) ".utf8) + [UInt8](repeating: 0xFF, count: 255 - 13)

  private func makeSource(in place: [UInt8]) throws {
    let size: (width: Int, height: Int) =
      switch (cell.fault, cell.command) {
      case (.fullDisk, .copy), (.fullDisk, .move): (960, 640)
      case (.fullDisk, _): (480, 320)
      case (.emptiedTrash, .turn): (50, 35)
      default: (48, 32)
      }
    var picture = TestJPEG(width: size.width, height: size.height)
    picture.exif = TestExif.block(
      orientation: 6, width: size.width, height: size.height, thumbnail: [])
    try Self.write(picture.file, cell.fault == .link ? content : source)
    switch cell.fault {
    case .vanished: try #require(source.withCPath { unlink($0) } == 0)
    case .link: try #require(source.withCPath { symlink("real.jpg", $0) } == 0)
    case .hardLink:
      let second = place + Array("/second.jpg".utf8)
      try #require(source.withCPath { one in second.withCPath { link(one, $0) } } == 0)
    default: break
    }
  }

  private static func write(_ bytes: [UInt8], _ path: [UInt8]) throws {
    let number = path.withCPath { fresnel_open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    try #require(number >= 0)
    let file = FileDescriptor(adopting: number)
    try FileDescriptor.writeAll(bytes[...], to: file.number)
  }

  // MARK: What is expected

  /// The file with the picture, which is the source unless that is a link.
  private var content: [UInt8] {
    cell.fault == .link ? FilePlace(source).folder + Array("real.jpg".utf8) : source
  }

  /// Where a file arrives that is renamed, copied or moved.
  private var arrival: [UInt8] {
    cell.command == .rename
      ? FilePlace(source).folder + newName : FilePlace(FilePlace(source).name, in: target).path
  }

  /// True if the command moves another file to the trash.
  var displaces: Bool {
    cell.fault == .emptiedTrash && [.rename, .copy, .move].contains(cell.command)
  }

  var collision: FileRequest.Collision { displaces ? .replace : .ask }

  func snapshot() -> Snapshot {
    var found: Snapshot = [:]
    for folder in folders {
      for name in TestFiles.names(in: folder) {
        let path = folder + [UInt8(ascii: "/")] + name
        found[path] = Self.bytes(path)
      }
    }
    return found
  }

  private static func bytes(_ path: [UInt8]) -> [UInt8] {
    var target = [CChar](repeating: 0, count: 4096)
    let count = path.withCPath { readlink($0, &target, target.count) }
    if count >= 0 { return Array("-> ".utf8) + target[..<count].map(UInt8.init(bitPattern:)) }
    guard let file = try? FileDescriptor.openForReading(path) else { return [] }
    return (try? FileDescriptor.readAll(file.number, limit: 1 << 22)) ?? []
  }

  /// The files after a change; those that it has moved to the trash are there.
  func expected(after before: Snapshot, _ change: FileChange) -> Snapshot {
    var after = before
    switch cell.command {
    case .trash, .delete: after[source] = nil
    case .rename, .move:
      after[arrival] = before[source]
      after[source] = nil
    case .copy: after[arrival] = before[source]
    case .turn:
      let turned = Self.bytes(content)
      #expect(turned != before[content] && Turning.tag(turned) == 1)
      after[content] = turned
    }
    if case .trashed(let file) = change.kind {
      #expect(file.map { Self.bytes($0.path) } == before[source])
    }
    if displaces { #expect(change.displaced.map { Self.bytes($0.path) } == before[arrival]) }
    return after
  }

  /// Expects the files as they were before the change, without what was deleted from the trash.
  func expectBack(_ undone: Snapshot, _ before: Snapshot) {
    var (undone, before) = (undone, before)
    if displaces { before[arrival] = nil }
    if cell.command == .turn {
      let (back, original) = (undone[content] ?? [], before[content] ?? [])
      #expect(TestJPEG.pixels(back) == TestJPEG.pixels(original))
      #expect(Turning.tag(back) == Turning.tag(original))
      (undone[content], before[content]) = (nil, nil)
    }
    #expect(undone == before)
  }

  // MARK: Faults

  /// Deletes what a change has moved to the trash, if that is the fault.
  func emptyTrash(of change: FileChange) throws {
    guard cell.fault == .emptiedTrash, cell.command != .delete else { return }
    let file: TrashedFile? =
      switch change.kind {
      case .trashed(let file): file
      case .turned(let turned): turned.original
      default: change.displaced
      }
    TestTrash.remove(try #require(file))
  }

  /// Calls a body, without permission to change the folders if that is the fault.
  func withFault<Result>(_ fault: FaultCell.Fault, _ body: () -> Result) -> Result {
    guard cell.fault == fault else { return body() }
    let paths = folders.map { String(decoding: $0, as: UTF8.self) }
    for path in paths { chmod(path, 0o555) }
    // Root may change every folder: this thread becomes another user for the file system.
    let isRoot = getuid() == 0
    if isRoot { Self.setFileUser(65_534) }
    defer {
      if isRoot { Self.setFileUser(0) }
      for path in paths { chmod(path, 0o755) }
    }
    return body()
  }

  private static func setFileUser(_ user: UInt32) {
    guard let function = dlsym(dlopen(nil, RTLD_NOW), "setfsuid") else { return }
    typealias Call = @convention(c) (UInt32) -> Int32
    _ = unsafeBitCast(function, to: Call.self)(user)
  }
}

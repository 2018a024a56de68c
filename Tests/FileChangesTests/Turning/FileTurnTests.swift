import CLinux
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import TurnProtocol

@testable import FileChanges

/// Turning files on the disk, by the sandboxed program.
@Suite(.serialized) struct FileTurnTests {
  private let files: TestFiles
  private let right = Orientation(quarterTurns: 1)

  init() throws {
    _ = TestTrash.isUsable
    files = try TestFiles()
  }

  private static func picture(width: Int = 48, height: Int = 32) -> [UInt8] {
    var picture = TestJPEG(width: width, height: height)
    picture.exif = TestExif.block(
      orientation: 6, width: width, height: height, thumbnail: [1, 2, 3])
    return picture.file
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    let path = files[name]
    try writeFile(bytes, path)
    return path
  }

  private func writeFile(_ bytes: [UInt8], _ path: [UInt8]) throws {
    let number = path.withCPath { fresnel_open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    try #require(number >= 0)
    let file = FileDescriptor(adopting: number)
    try FileDescriptor.writeAll(bytes[...], to: file.number)
  }

  private func bytes(_ path: [UInt8]) throws -> [UInt8] {
    let file = try FileDescriptor.openForReading(path)
    return try FileDescriptor.readAll(file.number, limit: 1 << 22)
  }

  private func turn(_ change: (inout FileTurn) -> Void = { _ in }) -> FileRequest.Action {
    var turn = FileTurn(by: right)
    change(&turn)
    return .turn(turn)
  }

  @Test func aTurnedFileKeepsWhatBelongsToIt() throws {
    let original = Self.picture()
    let path = try write(original, "a.jpg")
    let name = String(decoding: path, as: UTF8.self)
    chmod(name, 0o640)
    let hasAttributes = setxattr(name, "user.fresnel", "value", 5, 0) == 0
    var times = [timespec(tv_sec: 1000, tv_nsec: 5), timespec(tv_sec: 1_000_000, tv_nsec: 7)]
    utimensat(AT_FDCWD, name, &times, 0)
    let change = try perform(turn(), path).get()
    #expect(change.appeared == nil && change.disappeared == nil && change.isUndoable)
    let seen = try #require(TestJPEG.pixels(original)).turned(6).turned(6)
    let turned = try bytes(path)
    #expect(try #require(TestJPEG.pixels(turned)).difference(from: seen) <= 3)
    #expect(Turning.tag(turned) == 1)
    var status = stat()
    #expect(stat(name, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(status.st_mtim.tv_sec == 1_000_000 && status.st_mtim.tv_nsec == 7)
    var value = [UInt8](repeating: 0, count: 5)
    if hasAttributes {
      #expect(getxattr(name, "user.fresnel", &value, 5) == 5)
      #expect(value == Array("value".utf8))
    }
    let undone = try undo(change).get()
    #expect(undone.rewritten == path && undone.appeared == nil)
    let back = try bytes(path)
    #expect(TestJPEG.pixels(back) == TestJPEG.pixels(original) && Turning.tag(back) == 6)
    #expect(files.names() == ["a.jpg"])
  }

  /// The folder gives new files a list that lets another user read them.
  @Test func aTurnedFileGetsNoAccessListOfItsFolder() throws {
    let path = try write(Self.picture(), "a.jpg")
    let name = String(decoding: path, as: UTF8.self)
    chmod(name, 0o640)
    // The version, then for each of five entries its tag, the permissions and the user.
    let list: [UInt8] = [
      2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 7, 0, 57, 48, 0, 0, 4, 0, 5, 0, 255, 255,
      255, 255, 16, 0, 7, 0, 255, 255, 255, 255, 32, 0, 5, 0, 255, 255, 255, 255,
    ]
    let folder = String(decoding: files.path, as: UTF8.self)
    let hasLists = setxattr(folder, "system.posix_acl_default", list, list.count, 0) == 0
    _ = try perform(turn(), path).get()
    if hasLists { #expect(getxattr(name, "system.posix_acl_access", nil, 0) < 0) }
  }

  /// Turning back writes a new file: the changes before know it all the same.
  @Test func allChangesAreUndoneInOrder() throws {
    let original = Self.picture()
    let path = try write(original, "a.jpg")
    var journal = FileJournal()
    journal.add([try perform(.rename(to: Array("b.jpg".utf8)), path).get()])
    for _ in 0..<3 { journal.add([try perform(turn(), files["b.jpg"]).get()]) }
    while let changes = journal.takeLast() {
      for change in changes {
        let undone = try undo(change).get()
        if let renewal = undone.renewed { journal.renew([renewal]) }
      }
    }
    #expect(files.names() == ["a.jpg"])
    #expect(try TestJPEG.pixels(bytes(path)) == TestJPEG.pixels(original))
  }

  @Test func aFileThatHasChangedIsNotTurnedBack() throws {
    let path = try write(Self.picture(), "a.jpg")
    let change = try perform(turn(), path).get()
    try files.file("a.jpg", "written since")
    #expect(undo(change).errorKind == .changed)
    #expect(TestFiles.contents(path) == "written since")
  }

  @Test func aLinkStaysAndItsTargetIsTurned() throws {
    let folder = try files.subfolder("sub")
    let original = Self.picture()
    let target = try write(original, "sub/a.jpg")
    let link = files["link.jpg"]
    #expect(symlink("sub/a.jpg", String(decoding: link, as: UTF8.self)) == 0)
    let change = try perform(turn(), link).get()
    #expect(TestFiles.contents(link) == "-> sub/a.jpg")
    #expect(try Turning.tag(bytes(target)) == 1)
    #expect(change.path == link && files.names(in: "sub") == ["a.jpg"])
    #expect(try undo(change).get().rewritten == link)
    #expect(try Turning.tag(bytes(target)) == 6)
    _ = folder
  }

  @Test func otherNamesAreAskedAbout() throws {
    let original = Self.picture()
    let path = try write(original, "a.jpg")
    #expect(path.withCPath { path in files["b.jpg"].withCPath { link(path, $0) } } == 0)
    let result = perform(turn(), path)
    #expect(result.errorKind == .otherNames(1))
    #expect(try bytes(path) == original)
    _ = try perform(turn { $0.leavesOtherNames = true }, path).get()
    #expect(try bytes(files["b.jpg"]) == original && bytes(path) != original)
  }

  @Test(.enabled(if: TestTrash.isUsable, "\(TestTrash.skipReason)"))
  func theOriginalOfATrimmedFileIsInTheTrash() throws {
    let original = Self.picture(width: 50, height: 35)
    let path = try write(original, "a.jpg")
    let refused = perform(turn(), path)
    #expect(refused.errorKind == .notTurned(.edges(columns: 2, rows: 3)))
    #expect(try bytes(path) == original)
    let change = try perform(turn { $0.edges = .trim }, path).get()
    #expect(try TestJPEG.pixels(bytes(path))?.size == PixelSize(width: 48, height: 32))
    #expect(try undo(change).get().rewritten == path)
    #expect(try bytes(path) == original && files.names() == ["a.jpg"])
    let tagged = try perform(turn { $0.edges = .tag }, path).get()
    #expect(try Turning.tag(bytes(path)) == 3)
    _ = try undo(tagged).get()
    #expect(try bytes(path) == original)
  }

  /// The turned file may be all that is left of the picture.
  @Test(.enabled(if: TestTrash.isUsable, "\(TestTrash.skipReason)"))
  func aTrimmedFileStaysIfItsOriginalIsGone() throws {
    let path = try write(Self.picture(width: 50, height: 35), "a.jpg")
    let change = try perform(turn { $0.edges = .trim }, path).get()
    let turned = try bytes(path)
    guard case .turned(let file) = change.kind else {
      Issue.record("\(change)")
      return
    }
    TestTrash.remove(try #require(file.original))
    #expect(undo(change).errorKind == .trashEmptied)
    #expect(try bytes(path) == turned && files.names() == ["a.jpg"])
  }

  @Test func whatCannotBeTurnedStaysAsItIs() throws {
    let text = try files.file("a.txt", "no picture")
    #expect(perform(turn(), text).errorKind == .notTurned(.format))
    let empty = try files.file("empty.jpg")
    #expect(perform(turn(), empty).errorKind == .notTurned(.format))
    let damaged = try write(Array(Self.picture().dropLast(300)), "damaged.jpg")
    #expect(perform(turn(), damaged).errorKind == .notTurned(.damaged))
    let folder = try files.subfolder("sub")
    #expect(perform(turn(), folder).errorKind == .noFile)
    #expect(perform(turn(), files["none"]).errorKind == .gone)
    let pipe = files["pipe"]
    #expect(mkfifo(String(decoding: pipe, as: UTF8.self), 0o600) == 0)
    #expect(perform(turn(), pipe).errorKind == .noFile)
    #expect(files.names() == ["a.txt", "damaged.jpg", "empty.jpg", "pipe", "sub"])
  }

  @Test func cancellingLeavesNothing() throws {
    let original = Self.picture()
    let path = try write(original, "a.jpg")
    let result = perform(turn(), path, by: FileChanger(isCancelled: { true }))
    #expect(result.errorKind == .cancelled)
    #expect(try bytes(path) == original && files.names() == ["a.jpg"])
  }

  /// Programs in place of the turner: missing, ending at once, killed, and lying.
  @Test func aProgramThatFailsLeavesTheOriginal() throws {
    let original = Self.picture()
    let path = try write(original, "a.jpg")
    let programs = try TestFiles()
    func message(_ numbers: Int...) -> String {
      let bytes = numbers.map { number in
        (0..<8).map { "\\" + String(number >> (8 * $0) & 255, radix: 8) }.joined()
      }
      return bytes.joined() + String(repeating: "\\0", count: 64 - 8 * numbers.count)
    }
    let hello = "printf '\(message(129, 1))' >&3\n"
    let done = "printf '\(message(130, 3, 6))' >&3\n"
    let scripts = [
      "", "exit 3\n", "echo garbage >&5\n", "kill -9 $$\n", "echo nonsense >&3\nsleep 1\n",
      done, hello + "echo garbage >&5\n" + "kill -9 $$\n", hello + done,
      hello + "echo garbage >&5\n" + done, hello + "head -c 4000000 /dev/zero >&5\n" + done,
      hello + "printf '\(message(131, 99))' >&3\n", hello + hello,
    ]
    for script in scripts {
      if script.isEmpty {
        _ = programs[TurnMessage.program].withCPath { unlink($0) }
      } else {
        let program = try programs.file(TurnMessage.program, "#!/bin/sh\n" + script)
        chmod(String(decoding: program, as: UTF8.self), 0o755)
      }
      let result = perform(turn(), path, by: FileChanger(programs: [programs.path]))
      guard case .turnerFailed? = result.errorKind else {
        Issue.record("\(script): \(result)")
        continue
      }
      #expect(try bytes(path) == original && files.names() == ["a.jpg"])
    }
  }

  private static let large = TestJPEG(width: 640, height: 480, isProgressive: true).file

  /// Another program saves over the file while it is turned: what that wrote stays, and no
  /// sentence calls it damaged.
  @Test(arguments: [0, 100, 20_000, nil])
  func aFileThatChangesWhileItIsTurnedIsNamed(byteCount: Int?) throws {
    let other = Self.picture()
    let path = try write(Self.large, "a.jpg")
    let changed = byteCount.map { Array(Self.large.prefix($0)) } ?? other
    let place = String(decoding: path, as: UTF8.self)
    var isDone = false
    // Called for the first time when the process has said hello.
    let changer = FileChanger(isCancelled: {
      guard !isDone else { return false }
      isDone = true
      if let byteCount {
        truncate(place, byteCount)
      } else {
        let number = open(place, O_WRONLY | O_TRUNC | O_CLOEXEC)
        _ = Glibc.write(number, other, other.count)
        close(number)
      }
      return false
    })
    let result = perform(turn(), path, by: changer)
    guard case .failure(let error) = result else {
      Issue.record("\(result)")
      return
    }
    // `changed` if it was turned before the change.
    let isNamed = error.kind == .changedWhileRead || error.kind == .changed
    #expect(isNamed, "\(error.sentence)")
    #expect(try bytes(path) == changed && files.names() == ["a.jpg"])
  }

  @Test func aTurnerThatDiesOverAChangedFileIsNotBlamed() throws {
    let path = try write(Self.picture(), "a.jpg")
    let programs = try TestFiles()
    let place = String(decoding: path, as: UTF8.self)
    let program = try programs.file(
      TurnMessage.program, "#!/bin/sh\n: >'\(place)'\nkill -7 $$\n")
    chmod(String(decoding: program, as: UTF8.self), 0o755)
    let result = perform(turn(), path, by: FileChanger(programs: [programs.path]))
    guard case .failure(let error) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(error.sentence == "a.jpg was not turned: the file changed while it was read")
    #expect(try bytes(path) == [] && files.names() == ["a.jpg"])
  }

  @Test(.enabled(if: TestMount.isPossible, "\(TestMount.skipReason)"))
  func fullAndReadOnlyDisksKeepTheOriginal() throws {
    let folder = try files.subfolder("disk")
    var disk: TestMount? = try TestMount(
      at: String(decoding: folder, as: UTF8.self), kibibytes: 64)
    var picture = TestJPEG(width: 480, height: 320)
    picture.exif = TestExif.block(orientation: 6, width: 480, height: 320, thumbnail: [])
    let original = picture.file
    try #require(original.count > 33_000 && original.count < 60_000)
    let path = try write(original, "disk/a.jpg")
    #expect(perform(turn(), path).errorKind == .diskFull)
    #expect(try bytes(path) == original && files.names(in: "disk") == ["a.jpg"])
    try disk?.makeReadOnly()
    #expect(perform(turn(), path).errorKind == .readOnly)
    #expect(try bytes(path) == original && files.names(in: "disk") == ["a.jpg"])
    disk = nil
  }

  @Test func messagesAreValidated() {
    var numbers = SeededNumbers(seed: SoakRow.seed)
    for message: TurnMessage in [
      .begin(.turn(by: right, .trim)), .begin(.restore(pixels: right, tag: 8)), .hello(version: 1),
      .turned(TurnResult(pixels: right, tagBefore: 3, isTrimmed: true)),
      .refused(.edges(columns: 2, rows: 15)), .refused(.unwritable(28)), .refused(.coding),
    ] {
      #expect(TurnMessage(message.encoded) == message)
      #expect(TurnMessage(message.encoded.dropLast()) == nil)
    }
    let row = SoakRow("fuzzed messages of turning", target: 1_000_000, sample: 20_000, parts: 3)
    while row.goesOn {
      defer { row.done() }
      let bytes = (0..<64).map { index in
        index % 8 == 0 ? UInt8.random(in: 0...255, using: &numbers) : 0
      }
      guard let message = TurnMessage(bytes) else { continue }
      row.check(TurnMessage(message.encoded) == message, "\(message) is another")
    }
    row.report()
    #expect(row.problems.isEmpty, "\(numbers.origin)")
    #expect(TurnMessage([UInt8](repeating: 0xFF, count: 64)) == nil)
  }
}

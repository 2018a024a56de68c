import CLinux
import Geometry
import Glibc
import Platform
import Synchronization
import Testing

@testable import FileChanges

@Suite struct FileWorkerTests {
  private let files: TestFiles

  init() throws { files = try TestFiles() }

  private final class Events: Sendable {
    let list = Mutex<[FileJobEvent]>([])
    let arrived: Mailbox<Void>

    init() throws { arrived = try Mailbox() }

    func take(_ event: FileJobEvent) {
      list.withLock { $0.append(event) }
      if case .progress = event { return }
      arrived.post(())
    }

    func waitForEnd() -> FileJobEvent? {
      _ = arrived.takeAll(within: 20_000)
      return list.withLock(\.last)
    }
  }

  @Test func aJobStopsAtTheFirstErrorAndIsUndoneBackwards() throws {
    let events = try Events()
    let worker = try FileWorker { events.take($0) }
    defer { worker.stop() }
    let target = try files.subfolder("sub")
    let paths = try ["a", "b", "c", "d"].map { try files.file($0, $0) }
    try files.file("sub/c", "old")
    let requests = paths.map { FileRequest(.move(into: target), $0) }
    worker.begin(.perform(requests))
    guard case .performed(let changes, let rest, let error)? = events.waitForEnd() else {
      Issue.record("no answer")
      return
    }
    #expect(changes.map(\.path) == Array(paths[..<2]))
    #expect(rest == Array(requests[2...]))
    #expect(error == FileChangeError(.collision, files["sub/c"]))
    #expect(files.names(in: "sub") == ["a", "b", "c"])
    worker.begin(.undo(changes))
    guard case .undone(let undone, let kept, let errors)? = events.waitForEnd() else {
      Issue.record("no answer")
      return
    }
    #expect(undone.map(\.appeared) == [paths[1], paths[0]] && kept.isEmpty && errors.isEmpty)
    #expect(files.names() == ["a", "b", "c", "d", "sub"])
  }

  @Test func whatMayBeUndoneLaterIsKept() throws {
    let events = try Events()
    let worker = try FileWorker { events.take($0) }
    defer { worker.stop() }
    let (target, source) = (try files.subfolder("sub"), try files.subfolder("from"))
    let path = try files.file("from/a", "a")
    worker.begin(.perform([FileRequest(.move(into: target), path)]))
    guard case .performed(let changes, _, nil)? = events.waitForEnd() else {
      Issue.record("not moved")
      return
    }
    try #require(source.withCPath { rmdir($0) } == 0)
    worker.begin(.undo(changes))
    guard case .undone(let undone, let kept, let errors)? = events.waitForEnd() else {
      Issue.record("no answer")
      return
    }
    #expect(undone.isEmpty && kept == changes && errors.map(\.kind) == [.noFolder])
    _ = try files.subfolder("from")
    worker.begin(.undo(kept))
    guard case .undone(let later, let rest, _)? = events.waitForEnd() else {
      Issue.record("no answer")
      return
    }
    #expect(later.map(\.appeared) == [path] && rest.isEmpty)
  }

  @Test func turningSeveralFilesReportsHowFarItIs() throws {
    let events = try Events()
    let worker = try FileWorker { events.take($0) }
    defer { worker.stop() }
    let paths = try ["a.jpg", "b.jpg", "c.jpg"].map { (name: String) throws -> [UInt8] in
      let path = files[name]
      let number = path.withCPath { fresnel_open($0, O_WRONLY | O_CREAT, 0o644) }
      try #require(number >= 0)
      let file = FileDescriptor(adopting: number)
      let picture = TestJPEG(width: 48, height: 32).file
      try FileDescriptor.writeAll(picture[...], to: file.number)
      return path
    }
    let turn = FileTurn(by: Orientation(quarterTurns: 1))
    worker.begin(.perform(paths.map { FileRequest(.turn(turn), $0) }))
    guard case .performed(let changes, _, let error)? = events.waitForEnd() else {
      Issue.record("no answer")
      return
    }
    #expect(changes.map(\.path) == paths && error == nil)
    let fractions = events.list.withLock { list in
      list.compactMap { (event: FileJobEvent) -> Double? in
        if case .progress(let fraction) = event { fraction } else { nil }
      }
    }
    #expect(fractions == [1.0 / 3, 2.0 / 3])
  }

  /// Two links to one file: turning each would turn it twice.
  @Test func aFileIsTurnedOnceWhateverLinksLeadToIt() throws {
    let events = try Events()
    let worker = try FileWorker { events.take($0) }
    defer { worker.stop() }
    try files.subfolder("sub")
    let path = files["a.jpg"]
    let number = path.withCPath { fresnel_open($0, O_WRONLY | O_CREAT, 0o644) }
    try #require(number >= 0)
    do {
      let file = FileDescriptor(adopting: number)
      try FileDescriptor.writeAll(TestJPEG(width: 48, height: 32).file[...], to: file.number)
    }
    let links = [files["b.jpg"], files["sub/c.jpg"]]
    for link in links {
      #expect(link.withCPath { link in path.withCPath { symlink($0, link) } } == 0)
    }
    func size() throws -> PixelSize? {
      let file = try FileDescriptor.openForReading(path)
      return try TestJPEG.pixels(FileDescriptor.readAll(file.number, limit: 1 << 22))?.size
    }
    let turn = FileRequest.Action.turn(FileTurn(by: Orientation(quarterTurns: 1)))
    let missing = FileRequest(turn, files["none.jpg"])
    worker.begin(
      .perform([.init(turn, links[0]), .init(turn, path), missing, .init(turn, links[1])]))
    guard case .performed(let changes, let rest, let error)? = events.waitForEnd() else {
      Issue.record("no answer")
      return
    }
    #expect(changes.map(\.path) == [links[0]])
    #expect(rest == [missing] && error?.kind == .gone, "the last one leads there as well")
    guard case .turned(let turned)? = changes.first?.kind else {
      Issue.record("\(changes)")
      return
    }
    #expect(turned.links == [path, links[1]])
    #expect(try size() == PixelSize(width: 32, height: 48))
    worker.begin(.undo(changes))
    guard case .undone(let undone, _, _)? = events.waitForEnd() else {
      Issue.record("no answer")
      return
    }
    #expect(undone.map(\.rewritten) == [links[0]] && undone.map(\.links) == [turned.links])
    #expect(try size() == PixelSize(width: 48, height: 32))
  }

  @Test func stoppingFinishesWhatHasBegun() throws {
    let events = try Events()
    let worker = try FileWorker { events.take($0) }
    let path = try files.file("a", String(repeating: "x", count: 1 << 20))
    let target = try files.subfolder("sub")
    worker.begin(.perform([FileRequest(.copy(into: target), path)]))
    worker.stop()
    worker.stop()
    #expect(files.names(in: "sub") == ["a"])
  }

  @Test func theJournalKeepsAHundred() throws {
    var journal = FileJournal()
    journal.add([])
    #expect(journal.last == nil)
    let identity = try FileStatus(at: files.path).identity
    for number in 0..<150 {
      journal.add([FileChange(.deleted, Array("\(number)".utf8), identity: identity)])
    }
    var taken: [String] = []
    while let last = journal.takeLast() {
      taken += last.map { String(decoding: $0.path, as: UTF8.self) }
    }
    #expect(taken == (50..<150).reversed().map(String.init))
  }
}

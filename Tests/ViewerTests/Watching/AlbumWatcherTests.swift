import Glibc
import Platform
import Testing

@testable import Viewer

/// The watching thread, with real files and programs that mean no good.
@Suite struct AlbumWatcherTests {
  /// A watcher of a folder and of one of its files, with its events.
  private final class Watched {
    let folder: AlbumTestFolder
    let mailbox: Mailbox<WatchEvent>
    let watcher: AlbumWatcher
    private(set) var events: [WatchEvent] = []

    init(_ name: [UInt8], in folder: AlbumTestFolder) throws {
      self.folder = folder
      let mailbox = try Mailbox<WatchEvent>()
      self.mailbox = mailbox
      watcher = try AlbumWatcher { mailbox.post($0) }
      watcher.watch(
        WatchedPlaces(
          shown: .init(path: folder[name], isOpen: true), album: 3,
          folders: [.init(argument: 5, path: folder.path)]))
      #expect(waits { $0 == .foldersChanged([5], album: 3, isCertain: false) })
      #expect(waits { $0 == .written(folder[name]) })
      forget()
    }

    deinit { watcher.stop() }

    func forget() {
      _ = mailbox.takeAll()
      events = []
    }

    /// Waits for an event.
    func waits(for seconds: Double = 30, _ holds: (WatchEvent) -> Bool) -> Bool {
      let limit = MonotonicClock.now() + seconds
      while MonotonicClock.now() < limit {
        events += mailbox.takeAll(within: 20)
        if events.contains(where: holds) { return true }
      }
      return false
    }
  }

  private let certain = WatchEvent.foldersChanged([5], album: 3, isCertain: true)

  private func move(_ path: [UInt8], to new: [UInt8]) {
    _ = path.withCPath { old in new.withCPath { rename(old, $0) } }
  }

  @Test(arguments: [Array("a.png".utf8), [0xFF, 0x0A, 0x20, 0x27, 0xC3]])
  func newVersionsAndNamesAreNoticed(name: [UInt8]) throws {
    let folder = try AlbumTestFolder()
    let file = try folder.file(name)
    let watched = try Watched(name, in: folder)
    try folder.file(name, TestPictureBytes.picture + [9])
    #expect(watched.waits { $0 == .written(file) })
    watched.forget()
    move(try folder.file("new"), to: file)
    #expect(watched.waits { $0 == .written(file) } && watched.waits { $0 == certain })
    watched.forget()
    folder.willRemove(folder[[0xFE]])
    move(file, to: folder[[0xFE]])
    #expect(watched.waits { $0 == .renamed(file, to: folder[[0xFE]]) })
    watched.forget()
  }

  @Test func aDeletedFileIsToldOnceAndMayComeBack() throws {
    let folder = try AlbumTestFolder()
    let file = try folder.file("a")
    let watched = try Watched(Array("a".utf8), in: folder)
    for _ in 0..<2 {
      _ = file.withCPath { unlink($0) }
      #expect(watched.waits { $0 == .gone(file, .deleted) })
      #expect(watched.waits { $0 == certain })
      watched.forget()
      try folder.file("a")
      #expect(watched.waits { $0 == .written(file) })
      watched.forget()
    }
    let outside = try AlbumTestFolder()
    outside.willRemove(outside["a"])
    move(file, to: outside["a"])
    #expect(watched.waits { $0 == .gone(file, .moved) })
  }

  @Test func aPipeInPlaceOfTheFileIsNotOpened() throws {
    let folder = try AlbumTestFolder()
    let file = try folder.file("a")
    let watched = try Watched(Array("a".utf8), in: folder)
    move(try folder.pipe("pipe"), to: file)
    #expect(watched.waits { $0 == .gone(file, .replaced) })
    #expect(!watched.events.contains(.written(file)))
    _ = file.withCPath { unlink($0) }
    try folder.folder("sub")
    move(folder["sub"], to: file)
    try folder.file("other")
    #expect(watched.waits { $0 == certain })
    #expect(!watched.waits(for: 0.6) { $0 == .written(file) })
    _ = file.withCPath { rmdir($0) }
  }

  @Test func theEndOfTheFolderEndsNothingElse() throws {
    let parent = try AlbumTestFolder()
    try parent.folder("d")
    let file = try parent.file("d/a")
    let mailbox = try Mailbox<WatchEvent>()
    let watcher = try AlbumWatcher { mailbox.post($0) }
    defer { watcher.stop() }
    var events: [WatchEvent] = []
    func waits(_ holds: (WatchEvent) -> Bool) -> Bool {
      let limit = MonotonicClock.now() + 30
      while MonotonicClock.now() < limit {
        events += mailbox.takeAll(within: 20)
        if events.contains(where: holds) { return true }
      }
      return false
    }
    let places = WatchedPlaces(
      shown: .init(path: file, isOpen: false), album: 1,
      folders: [.init(argument: 0, path: parent["d"] + [UInt8(ascii: "/")])])
    watcher.watch(places)
    #expect(waits { $0 == .foldersChanged([0], album: 1, isCertain: false) })
    // A file that is gone when it is shown is reported, too.
    let lost = parent["d/lost"]
    watcher.watch(WatchedPlaces(shown: .init(path: lost, isOpen: true), album: 1))
    #expect(waits { $0 == .gone(lost, .deleted) })
    watcher.watch(places)
    events = []
    #expect(waits { $0 == .foldersChanged([0], album: 1, isCertain: false) })
    _ = file.withCPath { unlink($0) }
    _ = parent["d"].withCPath { rmdir($0) }
    #expect(waits { $0 == .gone(file, .deleted) })
    #expect(waits { $0 == .foldersChanged([0], album: 1, isCertain: true) })
    // A folder that is not there can't be watched, which is no reason to complain.
    var elsewhere = places
    elsewhere.album = 2
    watcher.watch(elsewhere)
    let other = try parent.file("b")
    watcher.watch(WatchedPlaces(shown: .init(path: other, isOpen: true), album: 3))
    #expect(waits { $0 == .written(other) })
    #expect(!events.contains { if case .failed = $0 { true } else { false } })
  }

  @Test func aFloodOfNamesIsToldAFewTimesASecond() throws {
    let folder = try AlbumTestFolder()
    let file = try folder.file("a")
    let watched = try Watched(Array("a".utf8), in: folder)
    let end = MonotonicClock.now() + 2
    var created = 0
    let path = folder["flood"]
    folder.willRemove(path)
    while MonotonicClock.now() < end {
      for _ in 0..<1000 {
        let number = path.withCPath { open($0, O_WRONLY | O_CREAT, 0o644) }
        close(number)
        _ = path.withCPath { unlink($0) }
        created += 1
      }
    }
    print("\(created) files created in 2 s")
    #expect(watched.waits { $0 == certain })
    #expect(watched.events.count < 40, "\(watched.events.count) events")
    // Afterwards a change is noticed as before.
    _ = watched.waits(for: 1.5) { _ in false }
    watched.forget()
    try folder.file("a", TestPictureBytes.picture + [9])
    #expect(watched.waits { $0 == .written(file) })
  }

  @Test func onlyALimitIsWorthASentence() {
    let limit = WatchedAlbum.sentence(about: Errno(code: ENOSPC, call: "inotify_add_watch"))
    #expect(
      limit
        == "changes by other programs are not noticed: the limit of watched folders is reached; "
        + "F5 reloads")
    for code in [ENOENT, EACCES, ENOTDIR, ELOOP, ENAMETOOLONG] {
      #expect(WatchedAlbum.sentence(about: Errno(code: code, call: "inotify_add_watch")) == nil)
    }
  }
}

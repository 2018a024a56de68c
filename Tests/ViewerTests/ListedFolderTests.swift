import Glibc
import Platform
import Testing

@testable import Viewer

/// The listing thread's work after a folder has been listed.
@Suite struct ListedFolderTests {
  private struct TooLate: Error {}

  /// A thread that lists a folder, with its events.
  private final class Watched {
    let mailbox: Mailbox<ListingEvent>
    let listing: FolderListing
    private var waiting: [ListingEvent] = []

    init(_ folder: AlbumTestFolder) throws {
      let mailbox = try Mailbox<ListingEvent>()
      self.mailbox = mailbox
      listing = try FolderListing(
        [ListingJob(argument: 0, path: folder.path, isFolder: true)]) { mailbox.post($0) }
    }

    deinit { listing.stop() }

    func next() throws -> ListingEvent {
      let limit = MonotonicClock.now() + 60
      while waiting.isEmpty {
        guard MonotonicClock.now() < limit else { throw TooLate() }
        waiting += mailbox.takeAll(within: 1000)
      }
      return waiting.removeFirst()
    }

    /// The next events, each as a line of text.
    func lines(_ count: Int) throws -> [String] {
      try (0..<count).map { _ in
        switch try next() {
        case .isFolder: "folder"
        case .names(_, let names, _): "names " + Watched.text(names)
        case .refreshed(_, let names): "refreshed " + Watched.text(names)
        case .updated(_, let names): "updated " + Watched.text(names)
        case .noPictures(_, let names):
          "others " + names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        case .examined: "examined"
        case .ended: "ended"
        }
      }
    }

    private static func text(_ names: NameList) -> String {
      (0..<names.count).map { String(decoding: names[$0], as: UTF8.self) }.joined(separator: " ")
    }
  }

  @Test func changedFoldersAreListedAndExaminedAtOnce() throws {
    let folder = try AlbumTestFolder()
    try folder.file("2")
    let watched = try Watched(folder)
    #expect(try watched.lines(2) == ["names 2", "ended"])
    watched.listing.examine()
    #expect(try watched.lines(1) == ["examined"])
    // Half-written files are no pictures yet.
    try folder.file("1", [])
    try folder.file("3")
    watched.listing.update([0, 7], isThorough: true)
    #expect(try watched.lines(1) == ["updated 2 3"])
    try folder.file("1")
    _ = folder["2"].withCPath { unlink($0) }
    watched.listing.update([0], isThorough: true)
    #expect(try watched.lines(1) == ["updated 1 3"])
    // What has not changed is not told.
    watched.listing.update([0], isThorough: true)
    watched.listing.update([7], isThorough: true)
    watched.listing.refresh(isThorough: true)
    #expect(try watched.lines(1) == ["ended"])
  }

  @Test func theListingSeparatesPicturesAndFindsChanges() throws {
    let folder = try AlbumTestFolder()
    for name in ["1", "3"] { try folder.file(name) }
    try folder.file("2.txt", Array("text".utf8))
    try folder.file("4.empty", [])
    try folder.folder("sub")
    try folder.link("5.up", to: "sub")
    try folder.link("6.nowhere", to: "nowhere")
    try folder.link("7.loop", to: "7.loop")
    try folder.pipe("pipe")
    try folder.link("8.pipe", to: "pipe")
    let watched = try Watched(folder)
    #expect(
      try watched.lines(2)
        == ["names 1 2.txt 3 4.empty 5.up 6.nowhere 7.loop 8.pipe", "ended"])
    watched.listing.examine()
    #expect(
      try watched.lines(2) == ["others 2.txt 4.empty 5.up 6.nowhere 7.loop 8.pipe", "examined"])
    watched.listing.refresh(isThorough: true)
    #expect(try watched.lines(1) == ["ended"], "nothing is another")
    // The empty file has become a picture; one file is new, one was deleted.
    try folder.file("4.empty")
    try folder.file("9")
    try folder.file("9.txt", Array("text".utf8))
    _ = folder["1"].withCPath { unlink($0) }
    watched.listing.refresh(isThorough: true)
    #expect(
      try watched.lines(4)
        == ["refreshed 3 4.empty 9 9.txt", "others 9.txt", "examined", "ended"])
  }

  @Test func aChangedFolderIsListedAgain() throws {
    let folder = try AlbumTestFolder()
    try folder.file("1")
    let watched = try Watched(folder)
    #expect(try watched.lines(2) == ["names 1", "ended"])
    try folder.file("2")
    watched.listing.refresh(isThorough: false)
    #expect(try watched.lines(2) == ["refreshed 1 2", "ended"])
  }

  @Test func thirtyThousandFilesAreListed() throws {
    let folder = try AlbumTestFolder()
    let picture = try folder.file("p00000")
    let text = try folder.file("t00000", Array("text".utf8))
    for index in 1..<15_000 {
      for (start, file) in [("p", picture), ("t", text)] {
        let name = folder["\(start)\(index)"]
        let isLinked = file.withCPath { file in name.withCPath { link(file, $0) == 0 } }
        try #require(isLinked)
        folder.willRemove(name)
      }
    }
    let watched = try Watched(folder)
    var event = try watched.next()
    var most = 0
    while case .names(_, let names, _) = event {
      #expect(names.count >= most)
      most = names.count
      event = try watched.next()
    }
    #expect(most == 30_000)
    watched.listing.examine()
    guard case .noPictures(_, let others) = try watched.next() else {
      Issue.record("no texts were found")
      return
    }
    #expect(others.count == 15_000 && others.allSatisfy { $0.first == UInt8(ascii: "t") })
  }
}

import Platform
import Testing

@testable import Viewer

@Suite struct AlbumListingTests {
  /// Lists to the end, and returns all events in order.
  private func events(_ jobs: [ListingJob], delay: Double = 0.03) throws -> [ListingEvent] {
    let mailbox = try Mailbox<ListingEvent>()
    let listing = try FolderListing(jobs, delay: delay) { mailbox.post($0) }
    defer { listing.stop() }
    var poll = PollSet()
    poll.add(mailbox.descriptor)
    var events: [ListingEvent] = []
    let limit = MonotonicClock.now() + 60
    while true {
      poll.wait(timeout: 1)
      events += mailbox.takeAll()
      if case .ended? = events.last { return events }
      if MonotonicClock.now() > limit { throw NeverEnded() }
    }
  }

  private struct NeverEnded: Error {}

  private func strings(_ list: NameList) -> [String] {
    (0..<list.count).map { String(decoding: list[$0], as: UTF8.self) }
  }

  @Test func onlyPossiblePicturesAreListed() throws {
    let folder = try AlbumTestFolder()
    for name in ["b10.png", "b9.png", ".hidden.png", "A.jpg", "--help", "%s%n.png"] {
      try folder.file(name)
    }
    try folder.folder("sub")
    try folder.pipe("pipe.png")
    try folder.link("link.png", to: "b9.png")
    try folder.file([0xFF, 0x0A, 0x1B])
    let events = try events([ListingJob(argument: 3, path: folder.path, isFolder: true)])
    guard case .names(3, let names, true)? = events.first else {
      Issue.record("the first event is \(String(describing: events.first))")
      return
    }
    #expect(
      strings(names).dropLast() == ["%s%n.png", "--help", "A.jpg", "b9.png", "b10.png", "link.png"])
    #expect(names[names.count - 1] == [0xFF, 0x0A, 0x1B])
    #expect(events.count == 2)
  }

  /// Text compares such names as equal, but they are two files.
  @Test func namesThatDifferInNormalizationAreTwo() throws {
    let folder = try AlbumTestFolder()
    let pair = ["\u{E9}.png", "e\u{301}.png"].map { Array($0.utf8) }
    for name in pair { try folder.file(name) }
    let events = try events([ListingJob(argument: 0, path: folder.path, isFolder: true)])
    guard case .names(0, let names, true)? = events.first else {
      Issue.record("the first event is \(String(describing: events.first))")
      return
    }
    #expect(Set((0..<names.count).map { Array(names[$0]) }) == Set(pair))
  }

  @Test func namesArriveBeforeTheFolderIsComplete() throws {
    let folder = try AlbumTestFolder()
    let count = 1500
    for index in 0..<count { try folder.file("f\(index)") }
    let lists = try events(
      [ListingJob(argument: 0, path: folder.path, isFolder: true)], delay: 0
    ).compactMap { event -> (NameList, Bool)? in
      guard case .names(0, let names, let isComplete) = event else { return nil }
      return (names, isComplete)
    }
    #expect(lists.count >= 3)
    #expect(try #require(lists.first).0.count < count)
    #expect(lists.dropLast().allSatisfy { !$0.1 })
    let last = try #require(lists.last)
    #expect(last.1 && strings(last.0) == (0..<count).map { "f\($0)" })
    // Each list has every name of the one before.
    for (before, after) in zip(lists, lists.dropFirst()) {
      #expect((0..<before.0.count).allSatisfy { after.0.index(of: before.0[$0]) != nil })
    }
  }

  @Test func argumentsAreListedInOrder() throws {
    let folder = try AlbumTestFolder()
    let file = try folder.file("a")
    let events = try events([
      ListingJob(argument: 0, path: file, isFolder: false),
      ListingJob(argument: 1, path: folder.path, isFolder: false),
      ListingJob(argument: 2, path: folder["missing"], isFolder: false),
    ])
    guard events.count == 3, case .isFolder(1) = events[0],
      case .names(1, let names, true) = events[1]
    else {
      Issue.record("\(events)")
      return
    }
    #expect(strings(names) == ["a"])
  }

  @Test func anUnreadableFolderHasNoNames() throws {
    let folder = try AlbumTestFolder()
    let events = try events([ListingJob(argument: 0, path: folder["gone"], isFolder: true)])
    guard case .names(0, let names, true)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(names.count == 0)
  }

  @Test func stopEndsTheThread() throws {
    let folder = try AlbumTestFolder()
    for index in 0..<600 { try folder.file("f\(index)") }
    // `stop` joins the thread: it returns only when the thread has ended, wherever in the folder it
    // was.
    let jobs = (0..<2000).map { ListingJob(argument: $0, path: folder.path, isFolder: true) }
    let mailbox = try Mailbox<ListingEvent>()
    let listing = try FolderListing(jobs, delay: 0) { mailbox.post($0) }
    listing.stop()
    #expect(
      !mailbox.takeAll().contains {
        if case .ended = $0 { true } else { false }
      })
  }

  @Test func argumentsAreClassified() throws {
    let folder = try AlbumTestFolder()
    #expect(ArgumentKind(path: folder.path) == .folder)
    #expect(ArgumentKind(path: try folder.file("a")) == .file)
    #expect(ArgumentKind(path: try folder.link("l", to: "a")) == .file)
    #expect(ArgumentKind(path: try folder.link("up", to: ".")) == .folder)
    #expect(ArgumentKind(path: try folder.pipe("p")) == .other)
    #expect(ArgumentKind(path: folder["missing"]) == .other)
    #expect(ArgumentKind(path: Array("-".utf8)) == .standardInput)
  }
}

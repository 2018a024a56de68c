import Filters
import Glibc
import Synchronization
import TestSupport
import Testing

/// The libraries that a watcher has delivered.
private final class Deliveries: Sendable {
  private let all = Mutex<[(library: FilterLibrary, problems: [FilterError])]>([])
  var count: Int { all.withLock { $0.count } }
  var last: (library: FilterLibrary, problems: [FilterError])? { all.withLock { $0.last } }
  func add(_ library: FilterLibrary, _ problems: [FilterError]) {
    all.withLock { $0.append((library, problems)) }
  }
  func summary(_ name: String) -> String? { last?.library.filter(named: name)?.summary }
}

private func described(_ summary: String) -> [UInt8] {
  Array("//!DESC \(summary)\n\(colorHook)".utf8)
}

@Suite struct WatcherTests {
  private func watch(_ path: String, _ deliveries: Deliveries) throws -> FilterWatcher {
    let watcher = try FilterWatcher(folder: Array(path.utf8), deliver: deliveries.add)
    #expect(waitUntil { deliveries.count == 1 })
    return watcher
  }

  @Test func savingAFileReloadsIt() throws {
    let folder = try TemporaryFolder()
    try folder.file("own.frag", described("one"))
    let deliveries = Deliveries()
    let watcher = try watch(folder.path, deliveries)
    #expect(deliveries.summary("own") == "one")
    try folder.file("own.frag", described("two"))
    #expect(waitUntil { deliveries.summary("own") == "two" })
    // Editors save like this: they write another file and rename it.
    try folder.file("own.frag.new", described("three"))
    rename(folder["own.frag.new"], folder["own.frag"])
    #expect(waitUntil { deliveries.summary("own") == "three" })
    try folder.file("own.frag", Array("oops".utf8))
    #expect(waitUntil { deliveries.last?.problems.count == 1 })
    #expect(deliveries.summary("own") == "three")
    try folder.file("own.frag", described("three"))
    #expect(waitUntil { deliveries.last?.problems.isEmpty == true })
    unlink(folder["own.frag"])
    #expect(waitUntil { deliveries.last?.library == .builtIn })
    watcher.stop()
  }

  @Test func aChangeBehindALinkIsNoticed() throws {
    let folder = try TemporaryFolder()
    let elsewhere = try TemporaryFolder()
    try elsewhere.file("own.frag", described("linked"))
    let deliveries = Deliveries()
    let watcher = try watch(folder.path, deliveries)
    symlink(elsewhere["own.frag"], folder["own.frag"])
    #expect(waitUntil { deliveries.summary("own") == "linked" })
    // The target is saved in place, and then by renaming, as editors do.
    try elsewhere.file("own.frag", described("two"))
    #expect(waitUntil { deliveries.summary("own") == "two" })
    try elsewhere.file("own.frag.new", described("three"))
    rename(elsewhere["own.frag.new"], elsewhere["own.frag"])
    #expect(waitUntil { deliveries.summary("own") == "three" })
    watcher.stop()
  }

  @Test func aFolderCreatedLaterIsNoticed() throws {
    let home = try TemporaryFolder()
    let deliveries = Deliveries()
    let watcher = try watch(home["config/fresnel/filters"], deliveries)
    try home.folder("config")
    try home.folder("config/fresnel")
    try home.folder("config/fresnel/filters")
    try home.file("config/fresnel/filters/own.frag", described("one"))
    #expect(waitUntil { deliveries.summary("own") == "one" })
    // Renamed away and back again, with other content.
    rename(home["config/fresnel"], home["config/away"])
    #expect(waitUntil { deliveries.last?.library == .builtIn })
    try home.file("config/away/filters/own.frag", described("two"))
    rename(home["config/away"], home["config/fresnel"])
    #expect(waitUntil { deliveries.summary("own") == "two" })
    try home.file("config/fresnel/filters/own.frag", described("three"))
    #expect(waitUntil { deliveries.summary("own") == "three" })
    watcher.stop()
  }

  @Test func changesOfOtherFilesDeliverNothing() throws {
    let folder = try TemporaryFolder()
    let deliveries = Deliveries()
    let watcher = try FilterWatcher(
      folder: Array(folder.path.utf8), current: .builtIn, deliver: deliveries.add)
    for name in [".own.frag.swp", "notes.txt"] { try folder.file(name, described("x")) }
    // Files are renamed into place, so that none is read half-written.
    func save(_ name: String, _ summary: String) throws {
      try folder.file("new", described(summary))
      rename(folder["new"], folder[name])
    }
    try save("own.frag", "one")
    #expect(waitUntil { deliveries.summary("own") == "one" })
    // Saving the same content again does not deliver a new library.
    try save("own.frag", "one")
    try save("other.frag", "two")
    #expect(waitUntil { deliveries.summary("other") == "two" })
    #expect(deliveries.count == 2)
    watcher.stop()
  }

  @Test func aBurstOfChangesIsReadAtItsEnd() throws {
    let folder = try TemporaryFolder()
    let deliveries = Deliveries()
    let watcher = try FilterWatcher(
      folder: Array(folder.path.utf8), settleTime: 0.3, deliver: deliveries.add)
    #expect(waitUntil { deliveries.count == 1 })
    for step in 0..<20 { try folder.file("own.frag", described("\(step)")) }
    #expect(waitUntil { deliveries.summary("own") == "19" })
    // Saved more slowly, each would have been delivered.
    #expect(deliveries.count < 10)
    watcher.stop()
  }

  @Test func nothingIsDeliveredAfterTheEnd() throws {
    let folder = try TemporaryFolder()
    let deliveries = Deliveries()
    do {
      let watcher = try watch(folder.path, deliveries)
      watcher.stop()
      watcher.stop()
    }
    try folder.file("own.frag", described("one"))
    #expect(deliveries.count == 1)
  }
}

import Decoding
import Glibc
import TestSupport
import Testing

@testable import Viewer

/// The store of recent files.
@Suite struct RecentFilesTests {
  private func paths(_ files: RecentFiles) -> [String] {
    files.paths.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func theNewestIsFirstAndNoneIsTwice() {
    var files = RecentFiles()
    for name in ["/a", "/b", "/a"] { files.add(Array(name.utf8)) }
    #expect(paths(files) == ["/a", "/b"])
    files.add(Array("/c".utf8), replacing: Array("/a".utf8))
    #expect(paths(files) == ["/c", "/b"])
  }

  @Test func onlyTheNewestHundredAreKept() {
    var files = RecentFiles()
    for number in 0..<250 { files.add(Array("/\(number)".utf8)) }
    #expect(files.paths.count == 100 && paths(files).first == "/249")
    #expect(RecentFiles(files.bytes) == files)
  }

  @Test func everyByteOfANameSurvivesTheStore() {
    var files = RecentFiles()
    files.add(Array("/".utf8) + (1...255).filter { $0 != 0x2F }.map { UInt8($0) })
    #expect(RecentFiles(files.bytes) == files)
  }

  @Test(arguments: [
    "file://elsewhere/a", "https://example.org/a", "/plain", "file:///%00", "file:relative", "%",
  ])
  func foreignLinesAreLeftOut(line: String) {
    let files = RecentFiles(Array("\(line)\nfile:///a.png\n".utf8))
    #expect(paths(files) == ["/a.png"])
  }

  @Test func aHostileStoreIsNoDanger() throws {
    let folder = try TemporaryFolder()
    let store = Array(folder["recent"].utf8)
    for bytes in [
      [UInt8](repeating: 0x0A, count: 500_000), [UInt8](repeating: 0xFF, count: 2 << 20),
      Array(String(repeating: "file:///a\n", count: 50_000).utf8),
    ] {
      try folder.file("recent", bytes)
      #expect(RecentFiles.read(store).paths.count <= 1)
    }
    unlink(folder["recent"])
    #expect(mkfifo(folder["recent"], 0o600) == 0)
    #expect(RecentFiles.read(store).paths.isEmpty, "a pipe does not block")
  }

  @Test func theStoreIsPrivateAndViewersShareIt() async throws {
    let folder = try TemporaryFolder()
    let store = Array(folder["state/fresnel/recent"].utf8)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          RecentFiles.remember(Array("/\(number)".utf8), replacing: nil, in: store)
        }
      }
    }
    #expect(Set(paths(RecentFiles.read(store))) == Set((0..<20).map { "/\($0)" }))
    var status = stat()
    #expect(stat(folder["state/fresnel/recent"], &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func aStoreThatCannotBeWrittenIsNoError() {
    RecentFiles.remember([0x2F], replacing: nil, in: Array("/proc/nowhere/fresnel/recent".utf8))
  }

  @Test func aFileCountsAfterTwoSeconds() {
    var tracker = RecentTracker()
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    #expect(tracker.note(bytes("/a"), at: 1) == nil)
    #expect(tracker.deadline == 3)
    #expect(tracker.note(bytes("/b"), at: 2.9) == nil, "the user went on")
    let first = tracker.note(bytes("/b"), at: 4.9)
    #expect(first?.path == bytes("/b") && first?.former == nil)
    #expect(tracker.deadline == nil)
    #expect(tracker.note(bytes("/b"), at: 9) == nil, "once is enough")
    _ = tracker.note(bytes("/c"), at: 10)
    let second = tracker.note(bytes("/c"), at: 12)
    #expect(second?.path == bytes("/c") && second?.former == bytes("/b"), "an album counts once")
    tracker.beginAlbum()
    _ = tracker.note(bytes("/d"), at: 20)
    let third = tracker.note(bytes("/d"), at: 22)
    #expect(third?.path == bytes("/d") && third?.former == nil)
  }
}

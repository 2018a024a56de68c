import Glibc
import Platform
import TestSupport
import Testing

@testable import Decoding

/// When a file counts as changed, as still, and as complete.
struct FileStabilityTests {
  /// Stamps of a growing file.
  private func stamps(_ count: Int) throws -> [FileStamp] {
    let folder = try TemporaryFolder()
    return try (0..<count).map { index in
      let path = try folder.file("f", [UInt8](repeating: 1, count: index + 1))
      return try #require(FileStamp(at: Array(path.utf8)))
    }
  }

  @Test func aChangeIsReportedAfterItEnds() throws {
    let stamps = try stamps(3)
    var stability = FileStability(opened: stamps[0])
    #expect(!stability.look(stamps[0], at: 0) && !stability.isChanged)
    #expect(stability.nextCheck == nil, "nothing is waited for")
    #expect(!stability.look(stamps[1], at: 1) && stability.isChanged)
    #expect(stability.look(stamps[1], at: 1.1) == false)
    #expect(stability.look(stamps[2], at: 1.15) == false, "it is still written to")
    #expect(stability.look(stamps[2], at: 1.3) == false)
    #expect(stability.look(stamps[2], at: 1.36) == true)
    #expect(stability.look(stamps[2], at: 1.5) == false, "once")
    #expect(stability.nextCheck != nil)
    #expect(stability.look(stamps[2], at: 20) == false)
    #expect(stability.nextCheck == nil, "and it is let be")
  }

  @Test func aDamagedFileIsReportedOnceItStopsChanging() throws {
    let stamps = try stamps(2)
    var old = FileStability(opened: stamps[0])
    #expect(old.believes(age: 3600, at: 5) == true, "nobody writes to it")
    #expect(old.nextCheck == nil)
    var fresh = FileStability(opened: stamps[0])
    #expect(fresh.believes(age: 0.05, at: 5) == false)
    #expect(fresh.nextCheck.map { $0 < 5.1 } == true)
    #expect(fresh.believes(age: 0.21, at: 5.2) == true)
    #expect(fresh.nextCheck != nil, "who writes slowly may go on")
    // A server's clock may be ahead of ours.
    var future = FileStability(opened: stamps[0])
    #expect(!future.believes(age: -100, at: 5) && !future.believes(age: -100, at: 5.1))
    #expect(future.believes(age: -100, at: 5.21) == true)
    var changed = FileStability(opened: stamps[0])
    _ = changed.look(stamps[1], at: 1)
    #expect(changed.believes(age: 3600, at: 5) == false)
  }

  @Test func aStampDistinguishesFilesAndVersionsButNotNames() throws {
    let folder = try TemporaryFolder()
    let one = Array(try folder.file("one", [1]).utf8)
    let other = Array(try folder.file("other", [1]).utf8)
    let stamp = try #require(FileStamp(at: one))
    #expect(FileStamp(at: other) != stamp)
    #expect(FileStamp(of: try FileDescriptor.openForReading(one)) == stamp)
    rename(folder["one"], folder["renamed"])
    chmod(folder["renamed"], 0o600)
    #expect(FileStamp(at: Array(folder["renamed"].utf8)) == stamp)
    #expect(FileStamp(at: one) == nil && FileStamp(at: []) == nil)
    try folder.file("renamed", [1, 2])
    #expect(FileStamp(at: Array(folder["renamed"].utf8)) != stamp)
  }
}

import Glibc
import TestSupport
import Testing

@testable import FileChanges

@Suite struct FileRenewalsTests {
  private func version(_ number: Int) -> FileIdentity {
    var status = stat()
    status.st_ino = UInt(number)
    return FileIdentity(status)
  }

  /// Also with inodes that are used again.
  @Test func manyAreLikeOneByOne() {
    var numbers = SeededNumbers()
    for _ in 0..<2000 {
      let renewals = (0..<Int.random(in: 0..<12, using: &numbers)).map { _ in
        FileRenewal(
          version(Int.random(in: 0..<6, using: &numbers)),
          version(Int.random(in: 0..<6, using: &numbers)))
      }
      let all = FileRenewals(renewals)
      for number in 0..<6 {
        let latest = renewals.reduce(version(number)) { $0 == $1.old ? $1.new : $0 }
        #expect(all.latest(of: version(number)) == latest, "\(numbers.origin): \(renewals)")
      }
    }
  }

  @Test func twentyThousandTakeOnePass() {
    var journal = FileJournal()
    let paths = (0..<20_000).map { Array("\($0)".utf8) }
    journal.add(
      paths.indices.map { FileChange(.moved(to: paths[$0]), paths[$0], identity: version($0)) })
    let start = processorTime
    journal.renew(paths.indices.map { FileRenewal(version($0), version($0 + 20_000)) })
    let seconds = processorTime - start
    #expect(journal.last?.map(\.identity) == paths.indices.map { version($0 + 20_000) })
    // The bound is generous, and other processes take none of this thread's time.
    #expect(seconds < 3, "\(seconds) s")
  }

  /// The processor time of this thread so far, in seconds.
  private var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

import CLinux
import Glibc
import Platform
import Synchronization
import Testing

@Suite struct ProcessorsTests {
  private typealias SetAffinity = @convention(c) (Int32, Int, UnsafePointer<UInt64>) -> Int32

  @Test func processorsOutsideTheAffinityMaskAreNotCounted() throws {
    let symbol = try #require(dlsym(nil, "sched_setaffinity"))
    let restrict = unsafeBitCast(symbol, to: SetAffinity.self)
    let counts = Mutex<(all: Int, one: Int)>((0, 0))
    // On its own thread, so that other tests keep their processors.
    let thread = try Thread(name: "kept") {
      let all = Processors.ask()
      var set = [UInt64](repeating: 0, count: 128)
      guard fresnel_allowed_processors(&set, set.count * 8) > 0,
        let word = set.firstIndex(where: { $0 != 0 })
      else { return }
      var first = [UInt64](repeating: 0, count: 128)
      first[word] = 1 << UInt64(set[word].trailingZeroBitCount)
      guard restrict(0, first.count * 8, first) == 0 else { return }
      let one = Processors.ask()
      counts.withLock { $0 = (all, one) }
    }
    thread.join()
    let seen = counts.withLock { $0 }
    #expect(seen.one == 1)
    #expect(seen.all == Processors.count)
  }
}

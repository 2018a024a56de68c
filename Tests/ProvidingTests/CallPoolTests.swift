import Glibc
import Synchronization
import Testing

@testable import Providing

/// Calls that wait for a thread of the pool.
@Suite struct CallPoolTests {
  private struct Call: Identifiable, Sendable { let id: UInt64 }

  @Test(.timeLimit(.minutes(30))) func withdrawnCallsNeverBegin() throws {
    let begun = Mutex<[UInt64]>([])
    let mayEnd = Atomic(false)
    let pool = CallPool<Call>(name: "test", threads: 1) { call in
      begun.withLock { $0.append(call.id) }
      while call.id == 1, !mayEnd.load(ordering: .acquiring) { usleep(1000) }
    }
    #expect(pool.replace([Call(id: 1)]))
    while begun.withLock({ $0.isEmpty }) { usleep(1000) }
    #expect(pool.replace([Call(id: 1), Call(id: 2), Call(id: 3)]))
    #expect(!pool.takeBack(1), "it runs")
    #expect(pool.takeBack(2))
    mayEnd.store(true, ordering: .releasing)
    while begun.withLock({ $0.count < 2 }) { usleep(1000) }
    #expect(begun.withLock { $0 } == [1, 3])
    #expect(!pool.takeBack(1), "its answer has not been looked at")
    pool.forget(1)
    #expect(pool.takeBack(1))
    pool.close()
  }
}

import CAttempts
import CLinux
import Glibc
import Platform
import Synchronization

/// Something that a sandboxed decoder must still be able to do, or that must be true of it.
struct Ability: Sendable {
  let name: String
  var prepare: @Sendable () -> Void = {}
  let holds: @Sendable () -> Bool

  static let all: [Ability] = [
    Ability(name: "threads", holds: startsThreads),
    Ability(name: "heap", holds: allocates),
    Ability(name: "time", holds: { MonotonicClock.now() > 0 }),
    Ability(name: "own-limits", holds: readsLimits),
    Ability(name: "arena", holds: mapsArena),
    Ability(name: "foreign-descriptors-closed", prepare: { dup2(4, 77) }) {
      var byte: UInt8 = 0
      return read(77, &byte, 1) < 0 && errno == EBADF && read(4, &byte, 1) == 0
    },
    // abort must end in SIGABRT, which the viewer can name, not in a forbidden call.
    Ability(name: "abort", holds: { abort() }),
  ]

  private static func startsThreads() -> Bool {
    let total = Total()
    for _ in 0..<8 {
      do throws(Errno) {
        let thread = try Thread(name: "probe") { total.add(1000) }
        thread.join()
      } catch {
        return false
      }
    }
    return total.value == 8000
  }

  private final class Total: Sendable {
    private let number = Mutex(0)
    func add(_ count: Int) { number.withLock { $0 += count } }
    var value: Int { number.withLock { $0 } }
  }

  private static func allocates() -> Bool {
    var sum = 0
    for power in 4..<26 {
      let block = [UInt8](repeating: 1, count: 1 << power)
      sum += Int(block[block.count - 1])
    }
    let words = Set((0..<1000).map { "word \($0)" })
    return sum == 22 && words.count == 1000
  }

  private static func readsLimits() -> Bool {
    var limits: [UInt64] = [0, 0]
    return fresnel_process_limit(0, fresnel_limit_core, nil, &limits) == 0 && limits == [0, 0]
      && fresnel_process_limit(0, fresnel_limit_cpu, nil, &limits) == 0
  }

  private static func mapsArena() -> Bool {
    let base = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 5, 0)
    guard let base, base != MAP_FAILED else { return false }
    base.storeBytes(of: 7, as: UInt8.self)
    return munmap(base, 4096) == 0
  }
}

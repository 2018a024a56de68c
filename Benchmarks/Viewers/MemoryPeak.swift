import Glibc
import Platform
import Synchronization
import TestSupport

/// Follows the memory of a family of processes, from a thread of its own.
final class MemoryPeak {
  private final class State: Sendable {
    let isDone = Atomic(false)
    let peak = Atomic(0)
  }

  private let state = State()
  private var thread: Thread?

  /// Samples the memory every ten milliseconds from now on.
  init(of root: pid_t) throws(Errno) {
    let state = state
    thread = try Thread(name: "memory") {
      while !state.isDone.load(ordering: .relaxed) {
        state.peak.max(ProcessFamily(root).ownBytes, ordering: .relaxed)
        usleep(10_000)
      }
    }
  }

  deinit { _ = finish() }

  /// Ends the sampling: the most bytes that there were at one time.
  func finish() -> Int {
    state.isDone.store(true, ordering: .relaxed)
    thread.take()?.join()
    return state.peak.load(ordering: .relaxed)
  }
}

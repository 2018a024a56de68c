import Glibc
import Platform
import Synchronization
import TestSupport

/// Samples the memory of a process family on its own thread.
final class MemoryPeak {
  private final class State: Sendable {
    let isDone = Atomic(false)
    let peak = Atomic(0)
  }

  private let state = State()
  private var thread: Thread?

  /// Starts sampling, every ten milliseconds.
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

  /// Stops sampling and returns the peak, in bytes.
  func finish() -> Int {
    state.isDone.store(true, ordering: .relaxed)
    thread.take()?.join()
    return state.peak.load(ordering: .relaxed)
  }
}

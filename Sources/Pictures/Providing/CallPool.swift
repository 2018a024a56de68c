import Platform

/// How long a call may run before a queued one gets an extra thread, in seconds.
private let extraThreadDelay = 0.25
/// The maximum number of extra threads.
private let mostReliefs = 28

/// A queue of calls, most urgent first, and the threads that make them.
///
/// Threads start when there is work and sleep when there is none. Nothing waits for a call that
/// hangs: it occupies its thread and keeps the pool alive, but blocks nothing else. For each slow
/// call, while others are queued, the pool starts an extra thread, up to a limit.
// Sendable unchecked: `monitor` guards all mutable state.
package final class CallPool<Call: Identifiable & Sendable>: @unchecked Sendable
where Call.ID == UInt64 {
  private let name: String
  private let limit: Int
  private let work: @Sendable (Call) -> Void

  private let monitor = ConditionLock()
  private var waiting: [Call] = []  // next call last
  private var begun: Set<UInt64> = []
  /// When a running call was first noticed, by the source's clock.
  private var seen: [UInt64: Double] = [:]
  private var lastCheck = 0.0
  private var slow = 0
  private var threads = 0
  private var sleeping = 0
  private var isClosed = false

  /// Creates a pool of at most `threads` threads that run `work`.
  package init(name: String, threads: Int, work: @escaping @Sendable (Call) -> Void) {
    self.name = name
    limit = max(1, threads)
    self.work = work
  }

  /// Replaces the queued calls; calls that have already begun are not begun again.
  ///
  /// Returns false if there is no thread to make them.
  package func replace(_ calls: [Call]) -> Bool {
    let missing = monitor.withLock {
      waiting = calls.reversed().filter { !begun.contains($0.id) }
      monitor.notify()
      return threadsToStart()
    }
    return start(missing)
  }

  /// Checks how long calls have been running, and starts extra threads for those queued behind slow
  /// ones.
  package func relieve(now: Double) {
    let missing = monitor.withLock {
      lastCheck = now
      seen = seen.filter { begun.contains($0.key) }
      for id in begun where seen[id] == nil { seen[id] = now }
      let late = seen.values.count { now - $0 >= extraThreadDelay }
      slow = min(mostReliefs, late)
      return threadsToStart()
    }
    _ = start(missing)
  }

  /// When to call `relieve(now:)` next; `nil` while no call is queued.
  package var nextRelief: Double? {
    monitor.withLock {
      guard !waiting.isEmpty, slow < mostReliefs else { return nil }
      return lastCheck + extraThreadDelay
    }
  }

  /// Counts threads as started; call it with the lock held.
  private func threadsToStart() -> Int {
    let missing = max(0, min(limit + slow - threads, waiting.count - sleeping))
    threads += missing
    return missing
  }

  /// Returns false if there is work but no thread.
  private func start(_ missing: Int) -> Bool {
    for started in 0..<missing {
      do {
        // Drawing code expects a stack of the usual size.
        _ = try Thread(name: name, stackSize: 8 << 20) { self.run() }
      } catch {
        return monitor.withLock {
          threads -= missing - started
          return threads > 0 || waiting.isEmpty
        }
      }
    }
    return true
  }

  /// Removes a call from the queue; returns false if it has begun and its answer has not been
  /// processed.
  ///
  /// Checking first and omitting it from the next list would be a race: the call could begin in
  /// between, and be made twice.
  package func takeBack(_ id: UInt64) -> Bool {
    monitor.withLock {
      waiting.removeAll { $0.id == id }
      return !begun.contains(id)
    }
  }

  /// Returns true if a call has begun and its answer has not been processed.
  package func hasBegun(_ id: UInt64) -> Bool { monitor.withLock { begun.contains(id) } }

  /// Forgets a call whose answer has been processed.
  package func forget(_ id: UInt64) { monitor.withLock { _ = begun.remove(id) } }

  /// Begins no more calls and lets the threads end on their own.
  package func close() {
    monitor.withLock {
      isClosed = true
      waiting = []
      monitor.notify()
    }
  }

  private func run() {
    while let call = next() { work(call) }
  }

  private func next() -> Call? {
    monitor.withLock {
      guard threads <= limit + slow else {
        threads -= 1
        return nil
      }
      sleeping += 1
      while waiting.isEmpty, !isClosed { monitor.wait() }
      sleeping -= 1
      guard !isClosed, let call = waiting.popLast() else { return nil }
      begun.insert(call.id)
      return call
    }
  }
}

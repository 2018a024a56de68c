import Platform

/// How long a call may take before one that waits gets a thread in its place, in seconds.
private let poolPatience = 0.25
/// The most threads of a pool beyond its number.
private let mostReliefs = 28

/// Calls that wait, most wanted first, and the threads that take them.
///
/// Threads are started when there is work for them, and sleep while there is none. Nobody waits for
/// a call that hangs: it holds its own thread, and the pool, but nothing else. While calls take
/// long and others wait, each of those is given a thread in its place, up to a number.
// Sendable without a check: all that changes is guarded by `monitor`.
package final class CallPool<Call: Identifiable & Sendable>: @unchecked Sendable
where Call.ID == UInt64 {
  private let name: String
  private let limit: Int
  private let work: @Sendable (Call) -> Void

  private let monitor = ConditionLock()
  private var waiting: [Call] = []  // the next one last
  private var begun: Set<UInt64> = []
  /// When a call was first seen to run, by the source's clock.
  private var seen: [UInt64: Double] = [:]
  private var lastLook = 0.0
  private var slow = 0
  private var threads = 0
  private var sleeping = 0
  private var isClosed = false

  /// A pool of at most `threads` threads, which all do `work`.
  package init(name: String, threads: Int, work: @escaping @Sendable (Call) -> Void) {
    self.name = name
    limit = max(1, threads)
    self.work = work
  }

  /// Puts other calls in the place of those that wait; those that have begun are not begun again.
  ///
  /// Returns whether there is any thread to take them.
  package func replace(_ calls: [Call]) -> Bool {
    let missing = monitor.withLock {
      waiting = calls.reversed().filter { !begun.contains($0.id) }
      monitor.notify()
      return threadsToStart()
    }
    return start(missing)
  }

  /// Looks how long calls have been running, and starts threads for those that wait behind them.
  package func relieve(now: Double) {
    let missing = monitor.withLock {
      lastLook = now
      seen = seen.filter { begun.contains($0.key) }
      for id in begun where seen[id] == nil { seen[id] = now }
      let late = seen.values.count { now - $0 >= poolPatience }
      slow = min(mostReliefs, late)
      return threadsToStart()
    }
    _ = start(missing)
  }

  /// When to look again; `nil` while nobody waits.
  package var nextRelief: Double? {
    monitor.withLock {
      guard !waiting.isEmpty, slow < mostReliefs else { return nil }
      return lastLook + poolPatience
    }
  }

  /// Counts threads as started; only inside the lock.
  private func threadsToStart() -> Int {
    let missing = max(0, min(limit + slow - threads, waiting.count - sleeping))
    threads += missing
    return missing
  }

  /// Returns whether there is any thread, or nothing to do.
  private func start(_ missing: Int) -> Bool {
    for started in 0..<missing {
      do {
        // Whoever draws expects a stack of the usual size.
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

  /// Takes a call out of those that wait; `false` where it has begun, and its answer has not been
  /// looked at.
  ///
  /// Asking first and leaving it out of the next list is not the same: it may begin in between, and
  /// be made once more while it runs.
  package func takeBack(_ id: UInt64) -> Bool {
    monitor.withLock {
      waiting.removeAll { $0.id == id }
      return !begun.contains(id)
    }
  }

  /// Whether a call has begun, and its answer not been looked at.
  package func hasBegun(_ id: UInt64) -> Bool { monitor.withLock { begun.contains(id) } }

  /// Forgets a call whose answer has been looked at.
  package func forget(_ id: UInt64) { monitor.withLock { _ = begun.remove(id) } }

  /// Begins no call any more, and lets the threads end by themselves.
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

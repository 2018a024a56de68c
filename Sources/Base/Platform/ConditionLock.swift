import Glibc

/// A lock with a condition to wait for: what two threads meet at.
package final class ConditionLock: @unchecked Sendable {
  // Sendable without a check: mutex and condition are made to be used from any thread, and their
  // memory neither moves nor goes before the last reference does.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// Whether who waits is to be woken once the lock is free; of who holds it.
  private var isNotified = false

  /// A lock that nobody holds.
  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    // Whoever waits for seconds waits no longer because somebody sets the clock back.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` while no other thread is inside.
  package func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      let wakes = isNotified
      isNotified = false
      pthread_mutex_unlock(mutex)
      if wakes { pthread_cond_broadcast(condition) }
    }
    return body()
  }

  /// Sleeps until something may have changed; only inside `withLock`, in a loop that looks.
  package func wait() {
    wakeOthers()
    pthread_cond_wait(condition, mutex)
  }

  /// Sleeps as `wait` does, but no longer than so many seconds.
  package func wait(seconds: Double) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let end = Double(time.tv_nsec) / 1e9 + seconds
    time.tv_sec += Int(end)
    time.tv_nsec = Int((end - Double(Int(end))) * 1e9)
    wakeOthers()
    pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Wakes who waits; only inside `withLock`.
  ///
  /// They wake when the lock is free: earlier, each would run into it and sleep once more.
  package func notify() { isNotified = true }

  private func wakeOthers() {
    guard isNotified else { return }
    isNotified = false
    pthread_cond_broadcast(condition)
  }
}

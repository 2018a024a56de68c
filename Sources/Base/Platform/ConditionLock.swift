import Glibc

/// A lock with a condition variable.
package final class ConditionLock: @unchecked Sendable {
  // Sendable unchecked: mutex and condition may be used from any thread, and their memory stays in
  // place until the last reference is gone.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// True if waiting threads are to be woken on unlock; guarded by the lock.
  private var isNotified = false

  /// Creates an unlocked lock.
  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    // A wait with a timeout must not last longer if the wall clock is set back.
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

  /// Runs `body` with the lock held.
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

  /// Sleeps until notified; call it only inside `withLock`, in a loop that checks the condition.
  package func wait() {
    wakeOthers()
    pthread_cond_wait(condition, mutex)
  }

  /// Sleeps as `wait` does, for at most this many seconds.
  package func wait(seconds: Double) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let end = Double(time.tv_nsec) / 1e9 + seconds
    time.tv_sec += Int(end)
    time.tv_nsec = Int((end - Double(Int(end))) * 1e9)
    wakeOthers()
    pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Wakes all waiting threads; call it only inside `withLock`.
  ///
  /// They wake once the lock is free; earlier, each would block on it and sleep again.
  package func notify() { isNotified = true }

  private func wakeOthers() {
    guard isNotified else { return }
    isNotified = false
    pthread_cond_broadcast(condition)
  }
}

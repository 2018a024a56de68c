import Synchronization

/// A thread that objects can keep, and that any of them joins; it is joined once.
package final class JoinableThread: Sendable {
  private let thread: Mutex<Thread?>

  /// Starts a thread, as `Thread` does.
  package init(
    name: String, stackSize: Int = 1 << 20, body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    let started = try Thread(name: name, stackSize: stackSize, body: body)
    thread = Mutex(started)
  }

  /// Waits until the thread has ended, with a limit at most that many seconds; later calls return
  /// at once.
  package func join(within seconds: Double? = nil) {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    if let seconds { thread.join(within: seconds) } else { thread.join() }
  }
}

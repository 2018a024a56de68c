import Synchronization

/// Cooperative cancellation flag; thread-safe.
package final class Cancellation: Sendable {
  private let isSet = Atomic<Bool>(false)
  private let signal: EventSignal

  /// Creates a flag that is not set.
  package init() throws(Errno) { signal = try EventSignal() }

  /// True once the work should end.
  package var isCancelled: Bool { isSet.load(ordering: .acquiring) }

  /// A descriptor that is readable once the flag is set, for use in `poll`.
  package var descriptor: Int32 { signal.number }

  /// Sets the flag and wakes waiting threads.
  package func cancel() {
    isSet.store(true, ordering: .releasing)
    signal.raise()
  }
}

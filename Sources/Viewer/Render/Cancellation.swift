import Platform
import Synchronization

/// A wish that work on another thread ends early; any thread may utter it.
final class Cancellation: Sendable {
  private let isUttered = Atomic<Bool>(false)
  private let signal: EventSignal

  /// Nothing is to be cancelled yet.
  init() throws(Errno) { signal = try EventSignal() }

  /// Whether the work should end.
  var isCancelled: Bool { isUttered.load(ordering: .acquiring) }

  /// A descriptor that is readable from then on, for whoever sleeps.
  var descriptor: Int32 { signal.number }

  /// Asks the work to end; a wait for it ends at once.
  func cancel() {
    isUttered.store(true, ordering: .releasing)
    signal.raise()
  }
}

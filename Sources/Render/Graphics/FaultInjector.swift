import Synchronization

/// Makes EGL and GL fail on demand, for tests of error handling.
///
/// Software drivers never lose a context by themselves. Any thread may call it.
package final class FaultInjector: Sendable {
  private let losses = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)
  private let shared = Atomic<Bool>(false)
  private let largest = Atomic<Int>(.max)

  /// Creates an injector without faults.
  package init() {}

  /// Makes the next check of the reset status report a lost context.
  package func loseContext() { losses.add(1, ordering: .relaxed) }

  /// Makes the creation of the next contexts fail.
  package func refuseContexts(_ count: Int) { refusals.store(count, ordering: .relaxed) }

  /// Makes the creation of all further contexts in a share group fail.
  package func refuseSharedContexts() { shared.store(true, ordering: .relaxed) }

  /// Limits the reported maximum texture size, and refuses larger textures.
  package func limitTextures(to edge: Int) { largest.store(edge, ordering: .relaxed) }

  var largestTexture: Int { largest.load(ordering: .relaxed) }

  func takesLoss() -> Bool { take(losses) }

  func refusesContext(isShared: Bool) -> Bool {
    if isShared && shared.load(ordering: .relaxed) { return true }
    return take(refusals)
  }

  private func take(_ counter: borrowing Atomic<Int>) -> Bool {
    var count = counter.load(ordering: .relaxed)
    while count > 0 {
      let (exchanged, original) = counter.compareExchange(
        expected: count, desired: count - 1, ordering: .relaxed)
      if exchanged { return true }
      count = original
    }
    return false
  }
}

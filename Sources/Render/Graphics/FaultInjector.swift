import Synchronization

/// Makes EGL and GL fail on request, so that tests can see how a viewer survives it.
///
/// Software drivers never lose a context by themselves. Any thread may call it.
package final class FaultInjector: Sendable {
  private let losses = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)
  private let shared = Atomic<Bool>(false)
  private let largest = Atomic<Int>(.max)

  /// An injector that lets everything pass.
  package init() {}

  /// Makes the next question for the reset status answer that the context is lost.
  package func loseContext() { losses.add(1, ordering: .relaxed) }

  /// Makes the next contexts fail to be made.
  package func refuseContexts(_ count: Int) { refusals.store(count, ordering: .relaxed) }

  /// Makes every second context of a share group fail to be made.
  package func refuseSharedContexts() { shared.store(true, ordering: .relaxed) }

  /// Makes drivers say that no texture may be larger, and refuse those that are.
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

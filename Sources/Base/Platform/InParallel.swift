import Synchronization

/// Calls `body` once for each number below `count`, on up to `threads` threads including this one,
/// and throws the first error.
///
/// After an error no further calls begin. It returns when all calls have. If threads can't be
/// created, the existing ones do the work.
package func forEachInParallel<Failure: Error>(
  _ count: Int, threads: Int = max(2, Processors.count),
  _ body: @escaping @Sendable (Int) throws(Failure) -> Void
) throws(Failure) {
  try forEachInParallel(count, threads: threads) { (number, _) throws(Failure) in
    try body(number)
  }
}

/// Calls `body` in the same way, passing the number of the thread as well, below `threads`, for
/// work that needs resources per thread.
package func forEachInParallel<Failure: Error>(
  _ count: Int, threads: Int,
  _ body: @escaping @Sendable (_ number: Int, _ thread: Int) throws(Failure) -> Void
) throws(Failure) {
  let work = Work(count: count, body: body)
  var helpers: [JoinableThread] = []
  for thread in 1..<max(1, min(count, threads)) {
    guard let helper = try? JoinableThread(name: "parallel", body: { work.run(on: thread) }) else {
      break
    }
    helpers.append(helper)
  }
  work.run(on: 0)
  for helper in helpers { helper.join() }
  if let error = work.failure.withLock({ $0 }) { throw error }
}

/// Hands out each number once to the threads.
private final class Work<Failure: Error>: Sendable {
  let failure = Mutex<Failure?>(nil)
  private let next = Atomic(0)
  private let count: Int
  private let body: @Sendable (Int, Int) throws(Failure) -> Void

  init(count: Int, body: @escaping @Sendable (Int, Int) throws(Failure) -> Void) {
    self.count = count
    self.body = body
  }

  func run(on thread: Int) {
    while failure.withLock({ $0 == nil }) {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      do throws(Failure) {
        try body(number, thread)
      } catch {
        failure.withLock { $0 = $0 ?? error }
        return
      }
    }
  }
}

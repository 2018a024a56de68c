import Glibc
import Platform
import Synchronization

/// Calls `body` once for each number below `count`, on as many threads as there are processors, and
/// throws what the first failing call threw.
func inParallel(
  _ count: Int, _ body: @escaping @Sendable (Int) throws(PictureError) -> Void
) throws(PictureError) {
  let work = Work(count: count, body: body)
  do throws(Errno) {
    var helpers: [Helper] = []
    for _ in 1..<max(1, min(count, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
      helpers.append(try Helper(work))
    }
    work.run()
    for helper in helpers { helper.join() }
  } catch {
    throw PictureError(error.description)
  }
  if let error = work.failure.withLock({ $0 }) { throw error }
}

/// Numbers that threads take from, each once.
private final class Work: Sendable {
  let failure = Mutex<PictureError?>(nil)
  private let next = Atomic(0)
  private let count: Int
  private let body: @Sendable (Int) throws(PictureError) -> Void

  init(count: Int, body: @escaping @Sendable (Int) throws(PictureError) -> Void) {
    self.count = count
    self.body = body
  }

  func run() {
    while true {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      do throws(PictureError) {
        try body(number)
      } catch {
        failure.withLock { $0 = $0 ?? error }
        return
      }
    }
  }
}

/// A thread that works until nothing is left; it is joined at the latest when it goes away.
private final class Helper {
  private var thread: Thread?

  init(_ work: Work) throws(Errno) { thread = try Thread(name: "pictures") { work.run() } }

  deinit { join() }

  func join() { thread.take()?.join() }
}

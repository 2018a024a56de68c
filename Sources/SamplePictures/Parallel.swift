import Glibc
import Platform
import Synchronization

/// Calls `body` once for each number below `count`, on as many threads as there are processors.
func forEachInParallel(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Void
) throws(SampleError) {
  let work = Work(count: count, body: body)
  var helpers: [Helper] = []
  defer { for helper in helpers { helper.join() } }
  for _ in 1..<max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 2) {
    do throws(Errno) {
      helpers.append(try Helper(work))
    } catch {
      throw SampleError(error.description)
    }
  }
  work.run()
}

/// Numbers that threads take from, each once.
private final class Work: Sendable {
  private let next = Atomic(0)
  private let count: Int
  private let body: @Sendable (Int) -> Void

  init(count: Int, body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.body = body
  }

  func run() {
    while true {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      body(number)
    }
  }
}

/// A thread that works until nothing is left.
private final class Helper {
  private var thread: Thread?

  init(_ work: Work) throws(Errno) { thread = try Thread(name: "samples") { work.run() } }

  func join() { thread.take()?.join() }
}

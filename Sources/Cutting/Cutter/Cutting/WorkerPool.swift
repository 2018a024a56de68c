import Platform

/// A thread pool for parallel loops, which block the caller, and tasks, which do not.
///
/// Loops have priority: their caller has the next rows to deliver.
// @unchecked Sendable: `monitor` guards everything.
package final class WorkerPool: @unchecked Sendable {
  private struct Loop {
    var body: @Sendable (Int) -> Void
    var next: Int
    var end: Int
    var unfinished: Int
  }

  private let monitor = ConditionLock()
  private var loop: Loop?
  /// The tasks, in order; `nil` for those that a thread has taken.
  private var tasks: [(@Sendable () -> Void)?] = []
  private var firstTask = 0
  private var runningTasks = 0
  private var isEnded = false
  /// The number of threads, including the caller's.
  package private(set) var jobs = 1

  /// A pool of `jobs` threads, including the caller's; fewer if the system can't start them.
  package init(jobs: Int) {
    for _ in 1..<max(1, jobs) {
      guard let thread = try? Thread(name: "cut", body: { self.work() }) else { break }
      _ = consume thread
      self.jobs += 1
    }
  }

  /// Calls `body` for each number below `count`, on all threads, and waits for all calls.
  ///
  /// Call it on one thread only, and not on the pool's.
  package func forEach(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    guard count > 1, jobs > 1 else {
      for number in 0..<count { body(number) }
      return
    }
    monitor.withLock {
      loop = Loop(body: body, next: 0, end: count, unfinished: count)
      monitor.notify()
    }
    while let number = takeNumber() {
      body(number)
      finishNumber()
    }
    monitor.withLock {
      while (loop?.unfinished ?? 0) > 0 { monitor.wait() }
      loop = nil
    }
  }

  /// Runs a task asynchronously; at once if there is only the caller's thread.
  package func run(_ task: @escaping @Sendable () -> Void) {
    guard jobs > 1 else { return task() }
    monitor.withLock {
      tasks.append(task)
      monitor.notify()
    }
  }

  /// Runs one task on the caller's thread; returns false if there is none to start.
  package func help() -> Bool {
    guard let task = monitor.withLock({ takeTask() }) else { return false }
    task()
    finishTask()
    return true
  }

  /// Waits until all tasks are done, helping with them.
  package func finishTasks() {
    while help() {}
    monitor.withLock { while runningTasks > 0 || firstTask < tasks.count { monitor.wait() } }
  }

  /// Ends the threads once there is nothing left to do.
  package func end() {
    monitor.withLock {
      isEnded = true
      monitor.notify()
    }
  }

  private func takeNumber() -> Int? { monitor.withLock { takeNumberLocked() } }

  private func takeNumberLocked() -> Int? {
    guard let number = loop?.next, let end = loop?.end, number < end else { return nil }
    loop?.next = number + 1
    return number
  }

  private func finishNumber() {
    monitor.withLock {
      loop?.unfinished -= 1
      if loop?.unfinished == 0 { monitor.notify() }
    }
  }

  private func takeTask() -> (@Sendable () -> Void)? {
    guard firstTask < tasks.count else { return nil }
    let task = tasks[firstTask]
    tasks[firstTask] = nil
    firstTask += 1
    if firstTask == tasks.count || firstTask == 1024 {
      tasks.removeFirst(firstTask)
      firstTask = 0
    }
    runningTasks += 1
    return task
  }

  private func finishTask() {
    monitor.withLock {
      runningTasks -= 1
      monitor.notify()
    }
  }

  private enum Work {
    case number(Int, @Sendable (Int) -> Void)
    case task(@Sendable () -> Void)
    case nothing
  }

  private func work() {
    while true {
      let work = monitor.withLock { () -> Work in
        while true {
          if let number = takeNumberLocked(), let body = loop?.body { return .number(number, body) }
          if let task = takeTask() { return .task(task) }
          if isEnded { return .nothing }
          monitor.wait()
        }
      }
      switch work {
      case .number(let number, let body):
        body(number)
        finishNumber()
      case .task(let task):
        task()
        finishTask()
      case .nothing: return
      }
    }
  }
}

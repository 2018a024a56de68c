import CJXL
import Platform

/// The threads on which libjxl decodes groups: the calling one and a helper.
///
/// libjxl's own runner distributes work in large lots, which leaves a thread idle if a piece of the
/// file has few groups; and it can't be stopped.
// @unchecked Sendable: `monitor` guards all state; `helper` belongs to the thread that creates and
// ends this object.
final class JXLThreads: @unchecked Sendable {
  private let monitor = ConditionLock()
  private let isUnwanted: @Sendable () -> Bool
  private var helper: Thread?

  private var function: JxlParallelRunFunction?
  private var place: UnsafeMutableRawPointer?
  private var next: UInt32 = 0
  private var limit: UInt32 = 0
  private var isHelping = false
  private var isOver = false

  /// libjxl expects the system's default stacks.
  static let stackBytes = 8 << 20

  /// Threads that stop once `isUnwanted` returns true.
  init(isUnwanted: @escaping @Sendable () -> Bool) {
    self.isUnwanted = isUnwanted
    // If no helper can be started, the caller does all the work.
    helper = try? Thread(name: "group", stackSize: Self.stackBytes) { self.help() }
  }

  /// Ends the helper; libjxl must be done by then.
  func end() {
    monitor.withLock {
      isOver = true
      monitor.notify()
    }
    helper.take()?.join()
  }

  /// Makes libjxl use these threads.
  func serve(_ decoder: OpaquePointer) {
    _ = JxlDecoderSetParallelRunner(
      decoder,
      { threads, place, prepare, function, start, end in
        guard let threads else { return -1 }
        return Unmanaged<JXLThreads>.fromOpaque(threads)._withUnsafeGuaranteedRef {
          $0.run(place, prepare, function, start, end)
        }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Calls a function for each number from `start` up to `end`; returns 0 if all were done.
  private func run(
    _ place: UnsafeMutableRawPointer?, _ prepare: JxlParallelRunInit?,
    _ function: JxlParallelRunFunction?, _ start: UInt32, _ end: UInt32
  ) -> Int32 {
    guard let prepare, let function, start <= end else { return -1 }
    if start == end { return 0 }
    let status = prepare(place, 2)
    guard status == 0 else { return status }
    monitor.withLock {
      self.function = function
      self.place = place
      next = start
      limit = end
      monitor.notify()
    }
    let isDone = work(thread: 0)
    monitor.withLock { while isHelping { monitor.wait() } }
    return isDone ? 0 : -1
  }

  /// Takes one number after the other; returns false if the rest is unwanted.
  private func work(thread: Int) -> Bool {
    while true {
      if isUnwanted() {
        monitor.withLock { next = limit }
        return false
      }
      let job = monitor.withLock {
        () -> (JxlParallelRunFunction, UnsafeMutableRawPointer?, UInt32)? in
        guard next < limit, let function else { return nil }
        next += 1
        return (function, place, next - 1)
      }
      guard let (function, place, number) = job else { return true }
      function(place, number, thread)
    }
  }

  private func help() {
    while true {
      let isWorkLeft = monitor.withLock {
        while next == limit, !isOver { monitor.wait() }
        isHelping = !isOver
        return !isOver
      }
      guard isWorkLeft else { return }
      _ = work(thread: 1)
      monitor.withLock {
        isHelping = false
        monitor.notify()
      }
    }
  }
}

import CJXL
import Platform

/// The threads that libjxl decodes groups with: the one that calls it, and one beside it.
///
/// libjxl's own runner deals work out in large lots, which leaves a thread without any where a
/// piece of the file has but a few groups; and it can't be stopped.
// Sendable without a check: everything that changes is guarded by `monitor`; `helper` belongs to
// the thread that makes this and ends it.
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

  /// libjxl is used to the system's stacks.
  static let stackBytes = 8 << 20

  /// Threads that give up once `isUnwanted` says so.
  init(isUnwanted: @escaping @Sendable () -> Bool) {
    self.isUnwanted = isUnwanted
    // Where there is no other thread to be had, one does all of it.
    helper = try? Thread(name: "group", stackSize: Self.stackBytes) { self.help() }
  }

  /// Ends the other thread; libjxl must be done by then.
  func end() {
    monitor.withLock {
      isOver = true
      monitor.notify()
    }
    helper.take()?.join()
  }

  /// Has libjxl call these threads.
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

  /// Calls a function for each number from `start` up to `end`; 0 means that all was done.
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

  /// Takes one number after the other; false where nobody wants the rest.
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

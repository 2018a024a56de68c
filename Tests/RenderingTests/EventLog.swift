import Glibc
import Rendering
import Synchronization

/// Collects a render thread's reports, and waits for them.
final class EventLog: Sendable {
  private let events = Mutex<[RenderReport]>([])

  func append(_ event: RenderReport) { events.withLock { $0.append(event) } }

  var all: [RenderReport] { events.withLock { $0 } }

  /// Waits until `count` reports satisfy the condition; returns false after 10 seconds.
  func wait(count: Int = 1, where condition: (RenderReport) -> Bool) -> Bool {
    for _ in 0..<10000 {
      if all.count(where: condition) >= count { return true }
      usleep(1000)
    }
    return false
  }

  func waitForFrame(_ number: UInt64) -> Bool {
    wait {
      if case .event(.presented(let presentation)) = $0 {
        presentation.frame == number
      } else {
        false
      }
    }
  }

  func waitForResident(_ count: Int) -> Bool {
    wait(count: count) { if case .resident = $0 { true } else { false } }
  }

  func waitForLosses(_ count: Int) -> Bool {
    wait(count: count) { if case .event(.lost) = $0 { true } else { false } }
  }
}

extension RenderThread {
  /// The pixels of the last frame.
  func captured() -> CapturedPixels? {
    let result = Mutex<CapturedPixels?>(nil)
    let isDone = Mutex(false)
    let box = LoggedEvents(result: result, isDone: isDone)
    capture { pixels in
      box.result.withLock { $0 = pixels }
      box.isDone.withLock { $0 = true }
    }
    for _ in 0..<10000 {
      if box.isDone.withLock({ $0 }) { break }
      usleep(1000)
    }
    return box.result.withLock { $0 }
  }
}

private final class LoggedEvents: Sendable {
  let result: Mutex<CapturedPixels?>
  let isDone: Mutex<Bool>
  init(result: consuming Mutex<CapturedPixels?>, isDone: consuming Mutex<Bool>) {
    self.result = result
    self.isDone = isDone
  }
}

/// Keeps the render thread waiting, so that it gets what follows together.
final class Gate: Sendable {
  private enum State { case ahead, reached, open }
  private let state = Mutex(State.ahead)

  /// Closes the gate in front of a thread, and waits until it stands there.
  init(before thread: RenderThread) {
    thread.capture { _ in
      self.state.withLock { $0 = .reached }
      self.wait { $0 == .open }
    }
    wait { $0 == .reached }
  }

  func open() { state.withLock { $0 = .open } }

  /// Waits for a state, at most 10 seconds.
  private func wait(until condition: (State) -> Bool) {
    for _ in 0..<10000 where !state.withLock({ condition($0) }) { usleep(1000) }
  }
}

import CLinux
import Glibc
import Synchronization

/// Where other threads leave messages for the one thread that owns it, in order.
///
/// Any thread posts; the owner waits on `descriptor` in its poll set, or calls `wait`, and then
/// takes all messages at once.
package final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let signal: EventSignal

  /// An empty mailbox.
  package init() throws(Errno) { signal = try EventSignal() }

  /// The descriptor that is readable while messages wait.
  package var descriptor: Int32 { signal.number }

  /// Leaves a message and wakes the owner.
  ///
  /// Any thread may call it; it never waits.
  package func post(_ message: Message) {
    let isFirst = messages.withLock { waiting in
      waiting.append(message)
      return waiting.count == 1
    }
    // The owner takes all that wait, so those behind the first need not wake it again.
    if isFirst { signal.raise() }
  }

  /// Takes every message that waits, oldest first.
  package func takeAll() -> [Message] {
    signal.lower()
    return messages.withLock { waiting in
      let taken = waiting
      waiting.removeAll(keepingCapacity: true)
      return taken
    }
  }

  /// Takes every message that waits; where there is none it sleeps until one comes, but no longer
  /// than so many milliseconds.
  package func takeAll(within milliseconds: Int32) -> [Message] {
    _ = signal.isRaised(within: milliseconds)
    return takeAll()
  }

  /// Sleeps until at least one message waits, then takes all.
  package func waitForMessages() -> [Message] {
    while true {
      let taken = takeAll()
      if !taken.isEmpty { return taken }
      signal.wait()
    }
  }
}

/// A wake-up call between threads that `poll` can wait for (an eventfd).
package struct EventSignal: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// A signal that is not raised.
  package init() throws(Errno) {
    let number = fresnel_eventfd()
    guard number >= 0 else { throw .last("eventfd") }
    descriptor = FileDescriptor(adopting: number)
  }

  /// The descriptor that becomes readable when the signal is raised.
  package var number: Int32 { descriptor.number }

  /// Wakes whoever waits; raising it twice wakes once.
  package borrowing func raise() {
    var one: UInt64 = 1
    _ = write(descriptor.number, &one, 8)
  }

  /// Takes the signal back, before the work that it announced is looked at.
  package borrowing func lower() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, 8)
  }

  /// Waits until the signal is raised, then lowers it.
  package borrowing func wait() {
    while !isRaised(within: -1) {}
    lower()
  }

  /// Whether the signal is raised, now or within so many milliseconds; -1 waits without end, and
  /// may be false after a signal of the system.
  package borrowing func isRaised(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}

import CLinux
import Glibc
import Synchronization

/// A queue of messages from any thread to the one that owns it.
///
/// Any thread posts; the owner waits for `descriptor` in its poll set, or calls `wait`, and then
/// takes all messages at once.
package final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let signal: EventSignal

  /// Creates an empty mailbox.
  package init() throws(Errno) { signal = try EventSignal() }

  /// The descriptor, readable while messages are queued.
  package var descriptor: Int32 { signal.number }

  /// Queues a message and wakes the owner.
  ///
  /// Any thread may call it; it never blocks.
  package func post(_ message: Message) {
    let isFirst = messages.withLock { waiting in
      waiting.append(message)
      return waiting.count == 1
    }
    // The owner takes all queued messages at once, so only the first has to wake it.
    if isFirst { signal.raise() }
  }

  /// Takes all queued messages, oldest first.
  package func takeAll() -> [Message] {
    signal.lower()
    return messages.withLock { waiting in
      let taken = waiting
      waiting.removeAll(keepingCapacity: true)
      return taken
    }
  }

  /// Takes all queued messages, waiting up to this many milliseconds for the first.
  package func takeAll(within milliseconds: Int32) -> [Message] {
    _ = signal.isRaised(within: milliseconds)
    return takeAll()
  }

  /// Waits for at least one message, then takes all.
  package func waitForMessages() -> [Message] {
    while true {
      let taken = takeAll()
      if !taken.isEmpty { return taken }
      signal.wait()
    }
  }
}

/// A wake-up signal between threads that `poll` can wait for (an eventfd).
package struct EventSignal: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Creates a signal that is not raised.
  package init() throws(Errno) {
    let number = fresnel_eventfd()
    guard number >= 0 else { throw .last("eventfd") }
    descriptor = FileDescriptor(adopting: number)
  }

  /// The descriptor that becomes readable when the signal is raised.
  package var number: Int32 { descriptor.number }

  /// Wakes the waiting thread; raising the signal twice wakes it once.
  package borrowing func raise() {
    var one: UInt64 = 1
    _ = write(descriptor.number, &one, 8)
  }

  /// Resets the signal; call it before handling what it announced.
  package borrowing func lower() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, 8)
  }

  /// Waits until the signal is raised, then resets it.
  package borrowing func wait() {
    while !isRaised(within: -1) {}
    lower()
  }

  /// Returns true if the signal is raised within this many milliseconds; -1 waits without a limit,
  /// but may return false after a Unix signal.
  package borrowing func isRaised(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}

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
    messages.withLock { $0.append(message) }
    signal.raise()
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

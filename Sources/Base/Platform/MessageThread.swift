import Synchronization

/// A thread that handles messages, and starts when the first one is posted.
///
/// Any thread may call it. Messages after `end` start the thread anew.
package final class MessageThread<Message: Sendable>: Sendable {
  private struct Running: ~Copyable, Sendable {
    let mailbox: Mailbox<Message>
    let thread: Thread
  }

  private let running = Mutex<Running?>(nil)
  private let name: String
  private let body: @Sendable (Mailbox<Message>) -> Void

  /// Starts no thread yet; `body` takes messages until the last one.
  package init(name: String, body: @escaping @Sendable (Mailbox<Message>) -> Void) {
    self.name = name
    self.body = body
  }

  /// Posts a message to the thread; returns false if there is none and it can't be started.
  @discardableResult
  package func post(_ message: Message) -> Bool {
    running.withLock { running in
      if running == nil { running = try? start() }
      running?.mailbox.post(message)
      return running != nil
    }
  }

  /// Posts the last message, and waits until the thread has ended, for at most that many seconds.
  package func end(with last: Message, within seconds: Double) {
    running.withLock { running in
      guard let started = running.take() else { return }
      started.mailbox.post(last)
      started.thread.join(within: seconds)
    }
  }

  private func start() throws(Errno) -> Running {
    let mailbox = try Mailbox<Message>()
    let thread = try Thread(name: name) { [body] in body(mailbox) }
    return Running(mailbox: mailbox, thread: thread)
  }
}

import Glibc
import Platform
import Synchronization

/// Draws text into bitmaps on a thread of its own, which starts with the first request.
///
/// Any thread may request; answers are delivered on the renderer's thread, in order. Without the
/// libraries every answer is empty, and one message reports that.
package final class TextRenderer: Sendable {
  private enum Message: Sendable {
    case draw(Job)
    case stop
  }

  private enum Job: Sendable {
    case text(TextRequest)
    case drawing(DrawingRequest)

    var id: UInt64 {
      switch self {
      case .text(let request): request.id
      case .drawing(let request): request.id
      }
    }
  }

  private struct State: ~Copyable {
    var thread: Thread?
    var isStopped = false
  }

  private let mailbox: Mailbox<Message>
  private let state = Mutex(State())
  private let names: TextLibraries.Names
  private let complain: @Sendable (String) -> Void
  private let deliver: @Sendable (TextAnswer) -> Void

  /// Creates a renderer, which costs nothing before the first request.
  ///
  /// `deliver` gets each answer on the renderer's thread: let it post to a mailbox. `complain` gets
  /// one sentence there if text can't be drawn.
  package init(
    names: TextLibraries.Names = TextLibraries.Names(),
    complain: @escaping @Sendable (String) -> Void,
    deliver: @escaping @Sendable (TextAnswer) -> Void
  ) throws(Errno) {
    mailbox = try Mailbox()
    self.names = names
    self.complain = complain
    self.deliver = deliver
  }

  /// Requests a bitmap; does nothing after `stop`.
  package func request(_ request: TextRequest) throws(Errno) {
    try post(.text(request))
  }

  /// Requests the bitmap of a drawing; does nothing after `stop`.
  package func request(_ request: DrawingRequest) throws(Errno) {
    try post(.drawing(request))
  }

  private func post(_ job: Job) throws(Errno) {
    try state.withLock { state throws(Errno) in
      guard !state.isStopped else { return }
      if state.thread == nil {
        let worker = Worker(
          mailbox: mailbox, names: names, complain: complain, deliver: deliver)
        // Pango shapes text on the stack; reserved pages that are not touched cost nothing.
        state.thread = try Thread(name: "text", stackSize: 4 << 20) { worker.run() }
      }
      mailbox.post(.draw(job))
    }
  }

  /// Ends the thread and waits for it; pending requests are dropped.
  package func stop() {
    let thread = state.withLock { state -> Thread? in
      state.isStopped = true
      return state.thread.take()
    }
    guard let thread else { return }
    mailbox.post(.stop)
    thread.join()
  }

  private struct Worker: Sendable {
    let mailbox: Mailbox<Message>
    let names: TextLibraries.Names
    let complain: @Sendable (String) -> Void
    let deliver: @Sendable (TextAnswer) -> Void

    func run() {
      var painter: TextPainter?
      do throws(TextLibraryError) {
        painter = try TextPainter(names)
      } catch {
        complain("text can't be shown over pictures: \(error.reason)")
      }
      while true {
        var waiting: [Job] = []
        for message in mailbox.waitForMessages() {
          guard case .draw(let job) = message else { return }
          waiting.removeAll { $0.id == job.id }
          waiting.append(job)
        }
        for job in waiting {
          let bitmap =
            switch job {
            case .text(let request): painter?.bitmap(for: request)
            case .drawing(let request): painter?.bitmap(for: request)
            }
          deliver(TextAnswer(id: job.id, bitmap: bitmap))
        }
      }
    }
  }
}

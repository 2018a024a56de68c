import Filters
import Platform

/// A thread that writes pictures, one at a time.
final class PictureSaver: Sendable {
  private enum Message: Sendable {
    case save(SaveRequest, to: PNGFile.Destination, end: @Sendable (Bool) -> Void)
    case stop
  }

  private let mailbox: Mailbox<Message>
  private let cancellation: Cancellation
  private let thread: JoinableThread

  /// Starts the thread; it sends one `finished` per request, in the order of requests.
  init(deliver: @escaping @Sendable (SaveEvent) -> Void) throws(Errno) {
    let mailbox = try Mailbox<Message>()
    let cancellation = try Cancellation()
    self.mailbox = mailbox
    self.cancellation = cancellation
    // Drivers compile shaders on this thread, which needs more stack than drawing.
    thread = try JoinableThread(name: "saver", stackSize: 8 << 20) {
      while true {
        for message in mailbox.waitForMessages() {
          guard case .save(let request, let destination, let end) = message else { return }
          let result = Self.save(request, to: destination, cancellation) {
            deliver(.progress($0))
          }
          end((try? result.get()) != nil)
          deliver(.finished(result))
        }
      }
    }
  }

  /// Queues a picture to be written; the thread calls `end`, with true if it was.
  func save(
    _ request: SaveRequest, to destination: PNGFile.Destination,
    end: @escaping @Sendable (Bool) -> Void
  ) {
    mailbox.post(.save(request, to: destination, end: end))
  }

  /// Cancels everything unfinished, leaving no partial file.
  func cancel() { cancellation.cancel() }

  /// Ends the thread once all requests are done, and waits for it.
  func stop() {
    mailbox.post(.stop)
    thread.join()
  }

  private static func save(
    _ request: SaveRequest, to destination: PNGFile.Destination, _ cancellation: Cancellation,
    report: @escaping (Double) -> Void
  ) -> Result<[UInt8], UserError> {
    Result { () throws(UserError) in
      try request.write(to: destination, cancellation: cancellation, report: report)
    }
  }
}

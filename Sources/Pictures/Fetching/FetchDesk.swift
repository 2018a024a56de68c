import DecoderProtocol
import Platform
import Synchronization

/// Has things fetched over the network, by one process that is started when it is first needed.
///
/// Any thread may ask; a thread of the desk's own speaks with the process, and answers are
/// delivered on it. The process ends with the desk.
package final class FetchDesk: Sendable {
  /// Called once with what came of a request, on the desk's thread; not after it was cancelled.
  package typealias Delivery = @Sendable (Result<FetchedBody, FetchError>) -> Void
  /// Called some times a second with how much has come, on the desk's thread.
  package typealias ProgressDelivery = @Sendable (FetchProgress) -> Void

  private let locator: FetcherLocator
  private let settings: FetchSettings
  private let files: FetchFiles
  private let folders: @Sendable () -> [String]
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var mailbox: Mailbox<FetchDeskMessage>?
    var thread: Thread?
    var lastID: UInt32 = 0
    var isStopped = false
  }

  /// A desk that has started nothing.
  ///
  /// Large bodies are kept in a file without a name in the first of
  /// `folders` that takes one.
  package init(
    locator: FetcherLocator = .installed, settings: FetchSettings = FetchSettings(),
    files: FetchFiles = FetchFiles(),
    folders: @autoclosure @escaping @Sendable () -> [String] = ["/var/tmp", "/tmp"]
  ) {
    self.locator = locator
    self.settings = settings
    self.files = files
    self.folders = folders
  }

  deinit { stop() }

  /// Asks for something; the number cancels it.
  @discardableResult
  package func fetch(
    _ wish: FetchWish, progress: ProgressDelivery? = nil, deliver: @escaping Delivery
  ) -> UInt32 {
    let (id, mailbox, failure) = state.withLock { state in
      state.lastID &+= 1
      do throws(Errno) {
        return (state.lastID, try openMailbox(&state), Errno?.none)
      } catch {
        return (state.lastID, Mailbox<FetchDeskMessage>?.none, error)
      }
    }
    if let mailbox {
      mailbox.post(.fetch(id: id, wish, progress, deliver))
    } else if let failure {
      deliver(.failure(.notStarted(failure)))
    }
    return id
  }

  /// Allows requests to a host that a file on the disk names; with `nil`, to every host.
  ///
  /// It holds as long as the desk.
  package func allow(_ host: String?) {
    let mailbox = state.withLock { try? openMailbox(&$0) }
    mailbox?.post(.allow(host: host))
  }

  /// Ends a request: nothing is delivered any more, but for what is being delivered now.
  package func cancel(_ id: UInt32) {
    state.withLock { $0.mailbox }?.post(.cancel(id: id))
  }

  /// Ends the process and the thread; what has not been answered is not answered any more.
  package func stop() {
    let thread = state.withLock { state -> Shared<Thread?> in
      state.isStopped = true
      state.mailbox?.post(.stop)
      state.mailbox = nil
      return Shared(state.thread.take())
    }
    // Nobody waits for it: the process dies with it, and a delivery may be what stops the desk.
    _ = thread
  }

  private func openMailbox(
    _ state: inout State
  ) throws(Errno) -> Mailbox<FetchDeskMessage>? {
    if let mailbox = state.mailbox { return mailbox }
    guard !state.isStopped else { return nil }
    let mailbox = try Mailbox<FetchDeskMessage>()
    let (locator, settings, files) = (locator, settings, files)
    let folders = folders
    state.thread = try Thread(name: "fetching") {
      var worker = FetchWorker(
        mailbox, locator: locator, settings: settings, files: files, folders: folders)
      worker.run()
    }
    state.mailbox = mailbox
    return mailbox
  }
}

/// What the desk's thread is told.
enum FetchDeskMessage: Sendable {
  case fetch(id: UInt32, FetchWish, FetchDesk.ProgressDelivery?, FetchDesk.Delivery)
  case cancel(id: UInt32)
  case allow(host: String?)
  case stop
}

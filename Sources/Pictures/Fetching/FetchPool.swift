import DecoderProtocol
import Platform
import Synchronization

/// Fetches over the network with one process, which is started on first use.
///
/// Thread-safe; an internal thread talks to the process and delivers results. The process ends when
/// this object is stopped or released.
package final class FetchPool: Sendable {
  /// Called once with a request's result, on the internal thread; not after it was cancelled.
  package typealias Delivery = @Sendable (Result<FetchedBody, FetchError>) -> Void
  /// Called several times a second with the progress, on the internal thread.
  package typealias ProgressDelivery = @Sendable (FetchProgress) -> Void
  /// Returns the maximum number of bytes of a body in an open file, by how it begins; `nil` if only
  /// the request's limit counts.
  package typealias ContentLimit = @Sendable (_ file: Int32) -> Int?

  private let locator: FetcherLocator
  private let settings: FetchSettings
  private let files: FetchFiles
  private let folders: @Sendable () -> [String]
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var mailbox: Mailbox<FetchPoolMessage>?
    var thread: Thread?
    var lastID: UInt32 = 0
    var isStopped = false
  }

  /// Starts no process yet.
  ///
  /// Large bodies are stored in an unnamed file in the first of `folders` that accepts one.
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

  /// Starts a request; the returned id cancels it.
  ///
  /// `contentLimit` is called on the internal thread, several times while the body arrives in a
  /// file on disk.
  @discardableResult
  package func fetch(
    _ parameters: FetchParameters, progress: ProgressDelivery? = nil,
    contentLimit: ContentLimit? = nil, deliver: @escaping Delivery
  ) -> UInt32 {
    let (id, mailbox, failure) = state.withLock { state in
      state.lastID &+= 1
      do throws(Errno) {
        return (state.lastID, try openMailbox(&state), Errno?.none)
      } catch {
        return (state.lastID, Mailbox<FetchPoolMessage>?.none, error)
      }
    }
    if let mailbox {
      let hooks = FetchHooks(progress: progress, contentLimit: contentLimit, deliver: deliver)
      mailbox.post(.fetch(id: id, parameters, hooks))
    } else if let failure {
      deliver(.failure(.notStarted(failure)))
    }
    return id
  }

  /// Allows requests to a host that the user named in advance; with `nil`, to every host.
  ///
  /// The permission lasts for the lifetime of this object.
  package func allow(_ host: String?) { permit(.allow(host: host)) }

  /// Allows requests to a host that the user was asked about, by its address or, on the public
  /// network only, by its name.
  ///
  /// The permission lasts for the lifetime of this object.
  package func confirm(_ host: String) { permit(.confirm(host: host)) }

  private func permit(_ command: FetchCommand) {
    let mailbox = state.withLock { try? openMailbox(&$0) }
    mailbox?.post(.permit(command))
  }

  /// Cancels a request: nothing more is delivered, except a delivery in progress.
  package func cancel(_ id: UInt32) {
    state.withLock { $0.mailbox }?.post(.cancel(id: id))
  }

  /// Ends the process and the thread; pending requests get no result.
  package func stop() {
    let thread = state.withLock { state -> Shared<Thread?> in
      state.isStopped = true
      state.mailbox?.post(.stop)
      state.mailbox = nil
      return Shared(state.thread.take())
    }
    // The thread is not joined: the process dies with it, and the call may come from a delivery.
    _ = thread
  }

  private func openMailbox(
    _ state: inout State
  ) throws(Errno) -> Mailbox<FetchPoolMessage>? {
    if let mailbox = state.mailbox { return mailbox }
    guard !state.isStopped else { return nil }
    let mailbox = try Mailbox<FetchPoolMessage>()
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

/// The messages to the internal thread.
enum FetchPoolMessage: Sendable {
  case fetch(id: UInt32, FetchParameters, FetchHooks)
  case cancel(id: UInt32)
  /// `allow` or `confirm`.
  case permit(FetchCommand)
  case stop
}

/// What is called about a request.
struct FetchHooks: Sendable {
  let progress: FetchPool.ProgressDelivery?
  let contentLimit: FetchPool.ContentLimit?
  let deliver: FetchPool.Delivery
}

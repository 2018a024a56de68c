import Glibc
import Platform

/// A thread that lists folders, so that the first picture need not wait for the last name.
///
/// Names are published shortly after the start, then whenever their number has doubled, and at the
/// end. Sorting and merging happen here; the window thread only swaps lists. Later the thread
/// distinguishes pictures from other files, and reads folders again.
final class FolderListing: Sendable {
  private enum Message: Sendable {
    case examine
    case refresh(isThorough: Bool)
    case update(Set<Int>, isThorough: Bool)
    case stop
  }

  private let mailbox: Mailbox<Message>
  private let thread: JoinableThread
  private let cancellation: Cancellation

  /// Starts listing; events are delivered on the listing thread, and `ended` is the last one until
  /// another request.
  ///
  /// `delay` is for how many seconds a folder is read before the first names are published: by
  /// then most folders have been read completely, so they start with their true first picture.
  /// With `pairs`, a RAW file and the rendered picture beside it are one entry.
  init(
    _ jobs: [ListingJob], delay: Double = 0.03, pairs: Bool = false,
    order: @escaping @Sendable () -> NameOrder = { .fileManagers },
    deliver: @escaping @Sendable (ListingEvent) -> Void
  ) throws(Errno) {
    let cancellation = try Cancellation()
    self.cancellation = cancellation
    let mailbox = try Mailbox<Message>()
    self.mailbox = mailbox
    thread = try JoinableThread(name: "listing") {
      var worker = Worker(
        order: order, delay: delay, pairs: pairs, deliver: deliver,
        isCancelled: { cancellation.isCancelled })
      worker.list(jobs)
      var updates = PendingUpdates()
      while !cancellation.isCancelled {
        let wait = updates.wait(at: MonotonicClock.now())
        let messages =
          wait.map { mailbox.takeAll(within: Int32($0 * 1000) + 1) } ?? mailbox.waitForMessages()
        for message in messages {
          switch message {
          case .examine: worker.examine()
          case .refresh(let isThorough): worker.refresh(isThorough: isThorough)
          case .update(let arguments, let isThorough):
            updates.add(arguments, isThorough: isThorough)
          case .stop: return
          }
        }
        let start = MonotonicClock.now()
        guard let due = updates.take(at: start) else { continue }
        worker.update(due.arguments, isThorough: due.isThorough)
        updates.note(began: start, ended: MonotonicClock.now())
      }
    }
  }

  /// Distinguishes pictures from other files; `noPictures` and `examined` follow for each folder,
  /// now and each time that it is read again.
  func examine() { mailbox.post(.examine) }

  /// Reads folders again, all or only those that have changed; `refreshed` follows for each with
  /// new contents, then `ended`.
  func refresh(isThorough: Bool) { mailbox.post(.refresh(isThorough: isThorough)) }

  /// Reads the folders of arguments again after other programs have changed them, all or only those
  /// whose stamp has changed; `updated` follows for each with new contents.
  func update(_ arguments: Set<Int>, isThorough: Bool) {
    mailbox.post(.update(arguments, isThorough: isThorough))
  }

  /// Ends the thread early and waits for it, for at most 2 s.
  func stop() {
    abandon()
    thread.join(within: 2)
  }

  /// Ends the thread early without waiting for it; what it still delivers must be ignored.
  func abandon() {
    cancellation.cancel()
    mailbox.post(.stop)
  }

  private struct Worker {
    let order: @Sendable () -> NameOrder
    let delay: Double
    let pairs: Bool
    let deliver: @Sendable (ListingEvent) -> Void
    let isCancelled: @Sendable () -> Bool
    private var folders: [ListedFolder] = []
    private var examines = false

    init(
      order: @escaping @Sendable () -> NameOrder, delay: Double, pairs: Bool,
      deliver: @escaping @Sendable (ListingEvent) -> Void,
      isCancelled: @escaping @Sendable () -> Bool
    ) {
      self.order = order
      self.delay = delay
      self.pairs = pairs
      self.deliver = deliver
      self.isCancelled = isCancelled
    }

    mutating func list(_ jobs: [ListingJob]) {
      for job in jobs {
        if !job.isFolder {
          guard ArgumentKind(path: job.path) == .folder else { continue }
          deliver(.isFolder(argument: job.argument))
        }
        var folder = ListedFolder(job)
        list(&folder)
        folders.append(folder)
        if isCancelled() { return }
      }
      deliver(.ended)
    }

    private func list(_ folder: inout ListedFolder) {
      folder.noteRead()
      var names = NameList(order: order())
      var waiting: [[UInt8]] = []
      var lastCheck = MonotonicClock.now()
      FolderReader.read(folder.path) { name in
        waiting.append(name)
        guard waiting.count % 128 == 0 else { return true }
        if isCancelled() { return false }
        let now = MonotonicClock.now()
        if waiting.count >= names.count && now - lastCheck >= delay {
          names.merge(waiting)
          waiting.removeAll(keepingCapacity: true)
          deliver(.names(argument: folder.argument, entries(of: names), isComplete: false))
          lastCheck = MonotonicClock.now()
        }
        return true
      }
      if isCancelled() { return }
      names.merge(waiting)
      folder.names = names
      deliver(.names(argument: folder.argument, entries(of: names), isComplete: true))
    }

    /// The names as the album has them.
    private func entries(of names: NameList) -> NameList { pairs ? names.paired() : names }

    mutating func examine() {
      examines = true
      // On Linux this affects only this thread: decoders take priority over deferred work.
      _ = nice(10)
      for index in folders.indices { examine(&folders[index]) }
    }

    private func examine(_ folder: inout ListedFolder) {
      let found = folder.examine(isCancelled: isCancelled)
      if isCancelled() { return }
      if !found.isEmpty { deliver(.noPictures(argument: folder.argument, found)) }
      deliver(.examined(argument: folder.argument))
    }

    mutating func refresh(isThorough: Bool) {
      for index in folders.indices where isThorough || folders[index].mayHaveChanged {
        guard refresh(&folders[index]), !isCancelled() else { continue }
        let names = entries(of: folders[index].names)
        deliver(.refreshed(argument: folders[index].argument, names))
        if examines { examine(&folders[index]) }
      }
      deliver(.ended)
    }

    mutating func update(_ arguments: Set<Int>, isThorough: Bool) {
      for index in folders.indices where arguments.contains(folders[index].argument) {
        guard isThorough || folders[index].mayHaveChanged, refresh(&folders[index]) else {
          continue
        }
        if examines { _ = folders[index].examine(isCancelled: isCancelled) }
        if isCancelled() { return }
        deliver(.updated(argument: folders[index].argument, folders[index].names))
      }
    }

    /// Reads a folder again; returns true if its contents have changed.
    private func refresh(_ folder: inout ListedFolder) -> Bool {
      folder.noteRead()
      var found: [[UInt8]] = []
      FolderReader.read(folder.path) { name in
        found.append(name)
        return found.count % 128 != 0 || !isCancelled()
      }
      folder.forgetChanged()
      found.removeAll(where: folder.isKnownAsNoPicture)
      guard found.count != folder.names.count || found.contains(where: { !folder.has($0) }) else {
        return false
      }
      var names = NameList(order: order())
      names.merge(found)
      folder.names = names
      return true
    }
  }
}

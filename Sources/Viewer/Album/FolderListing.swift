import Platform
import Synchronization

/// A thread that lists folders, so that the first picture needn't wait for the last name.
///
/// Names are published after the first moments, then whenever they have doubled, and at the end:
/// sorting and merging happen here, and the window thread only swaps one list for another.
final class FolderListing: Sendable {
  private let thread: Mutex<Thread?>
  private let isCancelled: Cancellation

  /// A flag that both threads see.
  private final class Cancellation: Sendable {
    let flag = Atomic(false)
  }

  /// Starts listing; events come on the listing thread, and `ended` is the last.
  ///
  /// `patience` is how many seconds of a folder are read before the first names are published: most
  /// folders are read through by then, and begin with their true first picture.
  init(
    _ jobs: [ListingJob], patience: Double = 0.03,
    order: @escaping @Sendable () -> NameOrder = { .fileManagers },
    deliver: @escaping @Sendable (ListingEvent) -> Void
  ) throws(Errno) {
    let cancelled = Cancellation()
    isCancelled = cancelled
    let started = try Thread(name: "listing") {
      for job in jobs {
        if !job.isFolder {
          guard ArgumentKind(path: job.path) == .folder else { continue }
          deliver(.isFolder(argument: job.argument))
        }
        Self.list(job, in: order(), patience: patience, deliver: deliver) {
          cancelled.flag.load(ordering: .relaxed)
        }
        if cancelled.flag.load(ordering: .relaxed) { return }
      }
      deliver(.ended)
    }
    thread = Mutex(started)
  }

  /// Ends the thread before its time and waits for it.
  func stop() {
    isCancelled.flag.store(true, ordering: .relaxed)
    guard let thread = thread.withLock({ $0.take() }) else { return }
    thread.join()
  }

  private static func list(
    _ job: ListingJob, in order: NameOrder, patience: Double, deliver: (ListingEvent) -> Void,
    isCancelled: () -> Bool
  ) {
    var names = NameList(order: order)
    var waiting: [[UInt8]] = []
    var lastLook = MonotonicClock.now()
    FolderReader.read(job.path) { name in
      waiting.append(name)
      guard waiting.count % 128 == 0 else { return true }
      if isCancelled() { return false }
      let now = MonotonicClock.now()
      if waiting.count >= names.count && now - lastLook >= patience {
        names.merge(waiting)
        waiting.removeAll(keepingCapacity: true)
        deliver(.names(argument: job.argument, names, isComplete: false))
        lastLook = MonotonicClock.now()
      }
      return true
    }
    if isCancelled() { return }
    names.merge(waiting)
    deliver(.names(argument: job.argument, names, isComplete: true))
  }
}

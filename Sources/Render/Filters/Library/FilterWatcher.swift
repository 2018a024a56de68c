import Glibc
import Platform
import Synchronization

/// A thread that reloads the user's filters whenever one of them is saved.
///
/// It also notices the creation of the folder, and changes of files to which filters are linked.
package final class FilterWatcher: Sendable {
  private let thread: Mutex<Thread?>
  private let stopping: StopFlag

  private final class StopFlag: Sendable {
    let signal: EventSignal
    init() throws(Errno) { signal = try EventSignal() }
  }

  /// Starts watching a folder.
  ///
  /// - `deliver` gets each library that differs from the last one, or whose errors differ, on the
  ///   watching thread.
  /// - The first library is compared with `current`, so that no change since it was loaded is
  ///   missed. Without `current` the first one is always delivered.
  /// - `settleTime` is how many seconds must pass without another change before the files are read:
  ///   editors save in several steps.
  package init(
    folder: [UInt8], current: FilterLibrary? = nil, settleTime: Double = 0.03,
    deliver: @escaping @Sendable (_ library: FilterLibrary, _ problems: [FilterError]) -> Void
  ) throws(Errno) {
    let stopping = try StopFlag()
    self.stopping = stopping
    let watch = Mutex(Optional(try FolderWatch()))
    let started = try Thread(name: "filters") {
      guard let watch = watch.withLock({ $0.take() }) else { return }
      var loop = FilterWatchLoop(
        places: WatchedFilterFolders(folder: folder, watch: watch), settleTime: settleTime,
        stop: stopping.signal.number)
      var last = current
      var lastProblems: [FilterError] = []
      repeat {
        let (library, problems) = FilterLibrary.load(userFolder: folder, previous: last)
        if library != last || problems != lastProblems { deliver(library, problems) }
        last = library
        lastProblems = problems
      } while loop.waitForChange()
    }
    thread = Mutex(started)
  }

  deinit { stop() }

  /// Ends the thread and waits for it; nothing is delivered afterwards.
  ///
  /// It must not be called from `deliver`.
  package func stop() {
    stopping.signal.raise()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    thread.join()
  }
}

/// The watching thread's loop.
private struct FilterWatchLoop: ~Copyable {
  private var places: WatchedFilterFolders
  private let settleTime: Double
  private let stop: Int32
  private var pollSet = PollSet()

  init(places: consuming WatchedFilterFolders, settleTime: Double, stop: Int32) {
    self.places = places
    self.settleTime = settleTime
    self.stop = stop
    self.places.settle()
  }

  /// Waits until filters have changed and the changes have settled; returns false when stopped.
  mutating func waitForChange() -> Bool {
    pollSet.removeAll()
    pollSet.add(stop)
    pollSet.add(places.number)
    // Don't wait forever for a program that keeps writing.
    var deadline: Double?
    while true {
      let now = MonotonicClock.now()
      if let deadline, now >= deadline { return true }
      pollSet.wait(timeout: deadline.map { min(settleTime, $0 - now) })
      if pollSet.isReadable(stop) { return false }
      if pollSet.isReadable(places.number) {
        if places.takeChanges(), deadline == nil {
          deadline = MonotonicClock.now() + max(0.5, settleTime)
        }
      } else if deadline != nil {
        return true
      }
    }
  }
}

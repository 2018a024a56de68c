import Platform
import Synchronization

/// A thread that reads the preferences file again whenever it is saved.
package final class PreferencesWatcher: Sendable {
  private let thread: Mutex<Thread?>
  private let stopping: StopFlag

  private final class StopFlag: Sendable {
    let signal: EventSignal
    init() throws(Errno) { signal = try EventSignal() }
  }

  /// How long to wait for a thread that the file system holds, in seconds.
  private static let patience = 1.0

  /// Starts watching the file at an absolute path, which need not exist.
  ///
  /// - `deliver` gets each reading that differs from the last one, on the watching thread. The
  ///   first one is compared with `current`, so that no change since then is missed.
  /// - `settleTime` is how many seconds must pass without another change before the file is read:
  ///   editors save in several steps. A file that keeps changing is read every `longest` seconds.
  package init(
    _ path: [UInt8], current: PreferencesReading, settleTime: Double = 0.2, longest: Double = 0.5,
    deliver: @escaping @Sendable (PreferencesReading) -> Void
  ) throws(Errno) {
    let stopping = try StopFlag()
    self.stopping = stopping
    let watch = Mutex(Optional(try FolderWatch()))
    let started = try Thread(name: "settings") {
      guard let watch = watch.withLock({ $0.take() }) else { return }
      var loop = PreferencesWatchLoop(
        file: WatchedFile(path, watch: watch), settleTime: settleTime, longest: longest,
        stop: stopping.signal.number)
      var last = current
      repeat {
        let reading = PreferencesFile.read(path)
        if reading != last { deliver(reading) }
        last = reading
      } while loop.waitForChange()
    }
    thread = Mutex(started)
  }

  deinit { stop() }

  /// Ends the thread and waits for it; nothing is delivered afterwards, unless the file system has
  /// held it for a second.
  ///
  /// It must not be called from `deliver`.
  package func stop() {
    stopping.signal.raise()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    thread.join(within: Self.patience)
  }
}

/// The watching thread's loop.
private struct PreferencesWatchLoop: ~Copyable {
  private var file: WatchedFile
  private let settleTime: Double
  private let longest: Double
  private let stop: Int32
  private var pollSet = PollSet()

  init(file: consuming WatchedFile, settleTime: Double, longest: Double, stop: Int32) {
    self.file = file
    self.settleTime = settleTime
    self.longest = longest
    self.stop = stop
    self.file.settle()
    pollSet.add(stop)
    pollSet.add(self.file.number)
  }

  /// Waits until the file has changed and the changes have settled; returns false when stopped.
  mutating func waitForChange() -> Bool {
    var deadline: Double?
    while true {
      let now = MonotonicClock.now()
      if let deadline, now >= deadline { return true }
      pollSet.wait(timeout: deadline.map { min(settleTime, $0 - now) })
      if pollSet.isReadable(stop) { return false }
      if pollSet.isReadable(file.number) {
        if file.takeChanges(), deadline == nil { deadline = MonotonicClock.now() + longest }
      } else if deadline != nil {
        return true
      }
    }
  }
}

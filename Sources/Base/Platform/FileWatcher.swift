import Synchronization

/// The places where changes of files show; a value of the thread of a `FileWatcher`.
package protocol WatchedFiles: ~Copyable, Sendable {
  /// The descriptor that is readable while changes are pending.
  var number: Int32 { get }
  /// Watches what exists now, including folders that are created during this call.
  mutating func settle()
  /// Handles pending changes; returns true if the files may have changed.
  mutating func takeChanges() -> Bool
}

/// A thread that reads files, and reads them again whenever they have changed.
package final class FileWatcher: Sendable {
  private let thread: JoinableThread
  private let stopping: Cancellation
  private let patience: Double?

  /// Starts the thread, which watches `files` and calls what `reading` returns.
  ///
  /// - `settleTime` is how many seconds must pass without another change before the files are read:
  ///   editors save in several steps. Files that keep changing are read every `longest` seconds.
  /// - `patience` is how many seconds to wait for a thread that the file system holds; `nil` is
  ///   without limit.
  package init<Files: WatchedFiles & ~Copyable>(
    name: String, settleTime: Double, longest: Double, patience: Double? = nil,
    files: @escaping @Sendable (consuming FolderWatch) -> Files,
    reading: @escaping @Sendable () -> () -> Void
  ) throws(Errno) {
    self.patience = patience
    let stopping = try Cancellation()
    self.stopping = stopping
    let watch = Mutex(Optional(try FolderWatch()))
    thread = try JoinableThread(name: name) {
      guard let watch = watch.withLock({ $0.take() }) else { return }
      var loop = WatchLoop(
        files(watch), settleTime: settleTime, longest: longest, stop: stopping.descriptor)
      let read = reading()
      repeat { read() } while loop.waitForChange()
    }
  }

  deinit { stop() }

  /// Ends the thread and waits for it; nothing is read afterwards, unless the file system has held
  /// it for longer than its patience.
  ///
  /// The thread itself must not call it.
  package func stop() {
    stopping.cancel()
    thread.join(within: patience)
  }
}

/// The watching thread's loop.
private struct WatchLoop<Files: WatchedFiles & ~Copyable>: ~Copyable {
  private var files: Files
  private let settleTime: Double
  private let longest: Double
  private let stop: Int32
  private var pollSet = PollSet()

  init(_ files: consuming Files, settleTime: Double, longest: Double, stop: Int32) {
    self.files = files
    self.settleTime = settleTime
    self.longest = longest
    self.stop = stop
    self.files.settle()
    pollSet.add(stop)
    pollSet.add(self.files.number)
  }

  /// Waits until the files have changed and the changes have settled; returns false when stopped.
  mutating func waitForChange() -> Bool {
    // Don't wait forever for a program that keeps writing.
    var deadline: Double?
    while true {
      let now = MonotonicClock.now()
      if let deadline, now >= deadline { return true }
      pollSet.wait(timeout: deadline.map { min(settleTime, $0 - now) })
      if pollSet.isReadable(stop) { return false }
      if pollSet.isReadable(files.number) {
        if files.takeChanges(), deadline == nil { deadline = MonotonicClock.now() + longest }
      } else if deadline != nil {
        return true
      }
    }
  }
}

import Platform

/// A thread that reads the preferences file again whenever it, or the file of keys that it names,
/// is saved.
package final class PreferencesWatcher: Sendable {
  private let watcher: FileWatcher

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
    watcher = try FileWatcher(
      name: "settings", settleTime: settleTime, longest: longest, patience: Self.patience,
      files: { (watch: consuming FolderWatch) in
        WatchedFile(watch) { PreferencesFile.paths(for: path) }
      }
    ) {
      var last = current
      return {
        let reading = PreferencesFile.read(path)
        if reading != last { deliver(reading) }
        last = reading
      }
    }
  }

  /// Ends the thread and waits for it; nothing is delivered afterwards, unless the file system has
  /// held it for a second.
  ///
  /// It must not be called from `deliver`.
  package func stop() { watcher.stop() }
}

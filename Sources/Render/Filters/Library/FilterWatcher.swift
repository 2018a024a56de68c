import Platform

/// A thread that reloads the user's filters whenever one of them is saved.
///
/// It also notices the creation of the folder, and changes of files to which filters are linked.
package final class FilterWatcher: Sendable {
  private let watcher: FileWatcher

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
    watcher = try FileWatcher(
      name: "filters", settleTime: settleTime, longest: max(0.5, settleTime),
      files: { (watch: consuming FolderWatch) in
        WatchedFilterFolders(folder: folder, watch: watch)
      }
    ) {
      var last = current
      var lastProblems: [FilterError] = []
      return {
        let (library, problems) = FilterLibrary.load(userFolder: folder, previous: last)
        if library != last || problems != lastProblems { deliver(library, problems) }
        last = library
        lastProblems = problems
      }
    }
  }

  /// Ends the thread and waits for it; nothing is delivered afterwards.
  ///
  /// It must not be called from `deliver`.
  package func stop() { watcher.stop() }
}

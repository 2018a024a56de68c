/// Work for the thread that changes files: one command, with all its files.
package enum FileJob: Hashable, Sendable {
  /// Perform requests in order, up to the first that fails.
  case perform([FileRequest])
  /// Undo changes, the last one first, skipping those that can't be undone.
  case undo([FileChange])
}

/// An event of the thread that changes files.
package enum FileJobEvent: Sendable {
  /// The fraction of the job that is done, from 0 to 1.
  case progress(Double)
  /// The requests that were performed, with the changes; the failed one and those after it; and why
  /// it failed.
  case performed([FileChange], rest: [FileRequest], error: FileChangeError?)
  /// The changes that were undone, those that can still be undone later, oldest first, and why
  /// changes were not undone.
  case undone([UndoneChange], rest: [FileChange], errors: [FileChangeError])
}

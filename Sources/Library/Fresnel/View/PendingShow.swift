import Tiles

/// The source that a view shows once all of it can be drawn, and why the last one can't be shown.
struct PendingShow {
  /// The source, and since when it has been pending, in seconds.
  private(set) var source: (id: SourceID, since: Double)?
  /// Why the last requested source can't be shown.
  private(set) var failure: FresnelError?

  mutating func begin(_ id: SourceID, at now: Double) { source = (id, now) }

  /// Ends the wait: the source is shown, or another one is to be shown.
  mutating func end() { source = nil }

  /// Notes why a source can't be shown; `nil` when another one is requested.
  mutating func note(_ failure: FresnelError?) { self.failure = failure }
}

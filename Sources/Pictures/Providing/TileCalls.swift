/// A queue of calls and what answers them: a pool of threads, or a remote server.
package protocol TileCalls: AnyObject {
  /// Replaces the queued calls, most urgent first. Running calls continue, or are cancelled if they
  /// are no longer listed. Returns false if no call can be made at all.
  func replace(_ calls: [ProviderCall]) -> Bool
  /// Checks how long calls have been running.
  func relieve(now: Double)
  /// When to call `relieve(now:)` next; `nil` if that is not needed.
  var nextRelief: Double? { get }
  /// Removes a call from the queue; returns false if it is too late for that and its answer has not
  /// been processed.
  func takeBack(_ id: UInt64) -> Bool
  /// Forgets a call whose answer has been processed.
  func forget(_ id: UInt64)
  /// Makes no more calls.
  func close()
}

extension CallPool: TileCalls where Call == ProviderCall {}

/// Delivers the answer to a call, on any thread.
package typealias TileDelivery =
  @Sendable (ProviderCall, Result<ProvidedTile, ProvidedTileFailure>) -> Void

/// Why a tile is unavailable, in a sentence that is safe to display.
package struct ProvidedTileFailure: Error, Hashable, Sendable {
  /// The reason.
  package var sentence: String

  /// Creates a failure with its sentence.
  package init(_ sentence: String) { self.sentence = sentence }
}

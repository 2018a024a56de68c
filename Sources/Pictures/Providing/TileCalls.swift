/// Calls that wait or run, and whoever answers them: a pool of threads, or a server far away.
package protocol TileCalls: AnyObject {
  /// Puts other calls in the place of those that wait, most wanted first; those that run stay, or
  /// are ended where they are not among them. Returns whether they can be made at all.
  func replace(_ calls: [ProviderCall]) -> Bool
  /// Looks how long calls have been running.
  func relieve(now: Double)
  /// When to look again; `nil` where that is not needed.
  var nextRelief: Double? { get }
  /// Takes a call out of those that wait; `false` where it can't be taken back any more, and its
  /// answer has not been looked at.
  func takeBack(_ id: UInt64) -> Bool
  /// Forgets a call whose answer has been looked at.
  func forget(_ id: UInt64)
  /// Makes no call any more.
  func close()
}

extension CallPool: TileCalls where Call == ProviderCall {}

/// Delivers the answer to a call, on any thread.
package typealias TileDelivery =
  @Sendable (ProviderCall, Result<ProvidedTile, ProvidedTileFailure>) -> Void

/// Why a tile can't be had, in a sentence that is safe to show.
package struct ProvidedTileFailure: Error, Hashable, Sendable {
  /// One sentence.
  package var sentence: String

  /// A failure with its sentence.
  package init(_ sentence: String) { self.sentence = sentence }
}

import Platform

/// Decodes the encoded pictures of one source and one format, one after another.
///
/// It lives on the source's thread, whose poll set includes its descriptors, and never blocks that
/// thread. Each submitted picture is answered once, unless it is cancelled first. Times are seconds
/// of the caller's clock.
public protocol EncodedTileDecoding: AnyObject {
  /// The memory that it uses in all processes, in bytes.
  var memoryBytes: Int { get }

  /// Queues a picture; pictures are decoded in the order of submission.
  func submit(_ encoded: EncodedTile, now: Double)

  /// Cancels a picture; a late result is dropped.
  func cancel(_ id: UInt64, now: Double)

  /// Adds the descriptors that it waits for.
  func addDescriptors(to pollSet: inout PollSet)

  /// When to call `process(_:now:)` even if no descriptor is ready, in seconds; `nil` if there is
  /// no deadline.
  var nextDeadline: Double? { get }

  /// Handles ready descriptors and deadlines, and returns the results; call it after each poll.
  func process(_ pollSet: PollSet, now: Double) -> [EncodedTileResult]

  /// Ends its process; no results follow.
  func close()
}

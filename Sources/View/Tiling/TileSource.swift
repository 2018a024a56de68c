import Platform
import Tiles

/// Provides the tiles of one thing: a picture, a drawing, a server's tiles.
///
/// It lives on the thread of the view that shows it, whose poll set includes its descriptors, and
/// it never blocks that thread. Call `addDescriptors(to:)` before a poll and `process(_:now:)`
/// after it. Times are seconds of one monotonic clock that the caller reads.
public protocol TileSource: AnyObject {
  /// The identifier of the source in every stage.
  var id: SourceID { get }

  /// The source's properties; `nil` until it sends `SourceEvent.opened`.
  var info: SourceInfo? { get }

  /// The durations of an animation's frames in microseconds, for as many leading frames as are
  /// known.
  ///
  /// Empty, which is the default, for a still picture.
  var frameTimes: [Int] { get }

  /// The current cost of another tile.
  var access: TilePlanner.Access { get }

  /// The bytes of memory for tiles that are being made, in all processes.
  var memoryBytes: Int { get }

  /// Sets a view's current plan.
  ///
  /// Requests that are still wanted continue, others are cancelled, and new ones start, most urgent
  /// first. Each wanted tile is answered once: by `SourceEvent.tile`, `SourceEvent.tileFailed` or
  /// `SourceEvent.tileMissing`.
  func update(_ plan: TilePlan, for demand: SourceDemand, now: Double)

  /// Changes the display's ICC profile for all tiles that have not been delivered yet; empty means
  /// sRGB.
  ///
  /// Returns true if the tiles depend on the profile; delivered ones are then requested again. The
  /// default is false.
  func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool

  /// Returns a tile to the source once its pixels have been copied.
  func release(_ tile: Tile, now: Double)

  /// Adds the descriptors that it waits for.
  func addDescriptors(to pollSet: inout PollSet)

  /// When to call `process(_:now:)` even if no descriptor is ready, in seconds; `nil` if there is
  /// no deadline.
  var nextDeadline: Double? { get }

  /// Handles ready descriptors and deadlines, and returns the events; call it after each poll.
  func process(_ pollSet: PollSet, now: Double) -> [SourceEvent]

  /// Ends the source's processes, threads and requests; no event follows.
  ///
  /// Tiles that are still held stay valid until they are dropped, and need not be released.
  func close()
}

extension TileSource {
  /// Returns false: no tile depends on the display.
  public func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool { false }

  /// Empty: a still picture.
  public var frameTimes: [Int] { [] }
}

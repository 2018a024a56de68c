import Geometry
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

/// The purpose of a source's tiles in a view.
public struct SourceDemand: Hashable, Sendable {
  /// The surface's size in device pixels.
  public var surface: PixelSize
  /// The number of device pixels that filters sample beyond each side of the surface.
  public var margin: Int
  /// The purpose of the tiles.
  public var interest: TilePlanner.Interest
  /// True if the view is not at fit scale; a user who looks at one detail will look at others.
  public var isClose: Bool
  /// True if the view is complete and idle: a source with slow access may then prepare itself for
  /// close looks.
  public var isResting: Bool
  /// The number of missing tiles of the view's exact level and of the fit level.
  public var lackedTiles: Int

  /// Creates a demand.
  public init(
    surface: PixelSize, margin: Int = 0, interest: TilePlanner.Interest = .view,
    isClose: Bool = true, isResting: Bool = false, lackedTiles: Int = 1
  ) {
    self.surface = surface
    self.margin = margin
    self.interest = interest
    self.isClose = isClose
    self.isResting = isResting
    self.lackedTiles = lackedTiles
  }
}

/// An event of a source, for the thread that it lives on.
public enum SourceEvent: Sendable {
  /// The source knows its properties; sent once.
  case opened(SourceInfo)
  /// The source's description has changed: another extent, more frames, or another brightness.
  case changed(SourceInfo)
  /// A tile that the newest plan wants; return it with `TileSource.release(_:now:)`.
  case tile(Tile)
  /// A tile failed, for the reason in the sentence. It is requested again only by a plan that wants
  /// it anew.
  case tileFailed(TileKey, String)
  /// A wanted tile does not exist, which is not an error: coarser tiles stay, or nothing is drawn.
  /// It is requested again only by a plan that wants it anew.
  case tileMissing(TileKey)
  /// Tiles that touch an area of the extent are out of date; they stay until new ones arrive.
  ///
  /// The change may reach `pixels` pixels of each tile's own level beyond the area.
  case invalidated(Rect, pixels: Double = 0)
  /// The progress of the current pass, 0 to 1.
  case progress(Double)
  /// Part of the picture is missing; the sentence says why and is safe to display.
  case incomplete(String)
  /// The disk has no room for the cache, so zooming in is slower; sent once per start of a decoder.
  case noRoom
  /// The display's ICC profile is invalid; sRGB is used.
  case profileRefused
  /// The source failed, for the reason in the sentence; no event follows.
  case failed(String)
  /// Everything that the newest plan wants has been delivered.
  case idle
}

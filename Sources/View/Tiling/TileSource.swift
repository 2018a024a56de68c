import Geometry
import Platform
import Tiles

/// Gives the tiles of one thing: a picture, a drawing, a server's tiles.
///
/// It lives on one thread, that of the view it is shown in, whose poll set has its descriptors, and
/// never makes that thread wait: `addDescriptors(to:)` before a poll, `process(_:now:)` after it.
/// Times are seconds of one clock that only rises, and that the caller reads.
public protocol TileSource: AnyObject {
  /// Its name in every stage.
  var id: SourceID { get }

  /// What it tells of itself; `nil` until it knows, which `SourceEvent.opened` says.
  var info: SourceInfo? { get }

  /// How long each frame of a source that moves is shown, in microseconds, as far as it is known:
  /// those of the first frames. Of one that stands still it is empty, as it is by default.
  var frameTimes: [Int] { get }

  /// What a tile more costs now.
  var access: TilePlanner.Access { get }

  /// Bytes of memory that it holds for tiles that are being made, in all processes.
  var memoryBytes: Int { get }

  /// Says what a view wants now.
  ///
  /// What is still wanted stays as it is, what is not is cancelled, and what is new is asked for,
  /// most wanted first. Each tile that is wanted comes once, as `SourceEvent.tile`, fails, as
  /// `SourceEvent.tileFailed`, or is not there, as `SourceEvent.tileMissing`.
  func update(_ plan: TilePlan, for demand: SourceDemand, now: Double)

  /// Has tiles made for a display with another ICC profile from now on, those that are wanted and
  /// have not come included; empty means sRGB.
  ///
  /// The answer is whether its tiles depend on that: then those that have come are asked for again.
  /// By default they do not.
  func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool

  /// Takes a tile back once its pixels have been copied.
  func release(_ tile: Tile, now: Double)

  /// Adds everything that it waits for.
  func addDescriptors(to pollSet: inout PollSet)

  /// When to call `process(_:now:)` even if no descriptor is ready, in seconds; `nil` while nothing
  /// is due.
  var nextDeadline: Double? { get }

  /// Looks after what a poll, and the time, have brought; call it after each poll.
  func process(_ pollSet: PollSet, now: Double) -> [SourceEvent]

  /// Ends its processes, threads and requests; no event comes any more.
  ///
  /// Tiles that are out stay valid until they are dropped; they need not be released.
  func close()
}

extension TileSource {
  /// No tile depends on the display.
  public func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool { false }

  /// The source stands still.
  public var frameTimes: [Int] { [] }
}

/// For what a view wants a source's tiles.
public struct SourceDemand: Hashable, Sendable {
  /// The size of the surface that is drawn on, in device pixels.
  public var surface: PixelSize
  /// What is wanted beyond each of its sides, in device pixels: filters look there.
  public var margin: Int
  /// Whether the source is looked at, or waits beside what is.
  public var interest: TilePlanner.Interest
  /// Whether the view shows more than the whole picture at once: who looks at one part closely will
  /// look at another.
  public var isClose: Bool
  /// Whether the view has all that it shows and is left alone: a source of which every part takes
  /// long may make itself ready to be looked at closely.
  public var isResting: Bool
  /// How many tiles of the view's own scale, and of the whole picture's, it lacks.
  public var lackedTiles: Int

  /// A demand with its parts given.
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

/// What a source tells the thread that it lives on.
public enum SourceEvent: Sendable {
  /// It knows what it is; it comes once.
  case opened(SourceInfo)
  /// What it is has changed in place: another extent, more frames, or how bright it is.
  case changed(SourceInfo)
  /// A tile that the newest plan wants; give it back with `TileSource.release(_:now:)`.
  case tile(Tile)
  /// A tile can't be had, for the reason in the sentence; it is not tried again until it is wanted
  /// by a plan that did not want it before.
  case tileFailed(TileKey, String)
  /// A tile that a plan wants is not there, and nothing is wrong: what is coarser stays, or nothing
  /// is drawn. It is not looked for again until it is wanted by a plan that did not want it before.
  case tileMissing(TileKey)
  /// Tiles that touch an area of the extent show what is no more: they stay until new ones are
  /// there.
  ///
  /// What has changed may reach beyond the area by so many pixels of each tile's own level.
  case invalidated(Rect, pixels: Double = 0)
  /// How much of the running pass is done, 0 to 1.
  case progress(Double)
  /// Some of it is missing; the sentence says why, made harmless to show.
  case incomplete(String)
  /// The disk has no room to cache it: looking closely takes longer. It comes once for each
  /// start.
  case noRoom
  /// The display's colour profile can't be used: its colours are taken for sRGB's.
  case profileRefused
  /// It can't be shown (any further), for the reason in the sentence; nothing more comes.
  case failed(String)
  /// Everything that the newest plan asked for has been delivered.
  case idle
}

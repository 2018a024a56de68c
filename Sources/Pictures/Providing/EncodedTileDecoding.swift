import Geometry
import Platform
import Tiles

/// The encoded picture of one tile, on its way to a decoder.
public struct EncodedTile: Hashable, Sendable {
  /// The asker's number of it; never used twice.
  public let id: UInt64
  /// The file's bytes: a PNG, a JPEG.
  public let bytes: [UInt8]
  /// The size that the picture must have, in pixels: the tile's own, overlap left out.
  public let size: PixelSize
  /// The pixels of it that are wanted: all, but of pictures that several tiles are cut out of.
  public let area: PixelRect
  /// How the source's tiles are cut: it says which border the pixels are to have.
  public let shape: TileShape

  /// An encoded picture of an expected size.
  public init(
    id: UInt64, bytes: [UInt8], size: PixelSize, area: PixelRect? = nil, shape: TileShape
  ) {
    self.id = id
    self.bytes = bytes
    self.size = size
    self.area = area ?? PixelRect(size)
    self.shape = shape
  }

  /// How the decoded pixels lie in memory.
  public var layout: TileLayout { TileLayout(area: area.size, shape: shape) }
}

/// What has come of an encoded picture.
public struct EncodedTileResult: Sendable {
  /// Pixels, or why there are none.
  public enum Outcome: Sendable {
    /// RGBA8, premultiplied, laid out as `EncodedTile.layout` says; a border repeats the outermost
    /// pixels. Nobody writes to them any more.
    case pixels(OwnedPixels)
    /// The reason in a sentence, made harmless to show.
    case failed(String)
  }

  /// Which picture.
  public let id: UInt64
  /// What has come of it.
  public let outcome: Outcome

  /// What has come of the picture of that number.
  public init(id: UInt64, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// Decodes the encoded pictures of one source and one format, one after another.
///
/// It lives on the source's thread, whose poll set has its descriptors, and never makes that thread
/// wait. Each picture that was submitted is answered once, unless it is cancelled before that.
/// Times are in seconds of the caller's clock.
public protocol EncodedTileDecoding: AnyObject {
  /// Bytes of memory that it holds, in all processes.
  var memoryBytes: Int { get }

  /// Takes a picture; those submitted first are decoded first.
  func submit(_ encoded: EncodedTile, now: Double)

  /// Says that nobody wants a picture any more; what has come of it all the same is dropped.
  func cancel(_ id: UInt64, now: Double)

  /// Adds everything that it waits for.
  func addDescriptors(to pollSet: inout PollSet)

  /// When to call `process(_:now:)` even if no descriptor is ready; `nil` while nothing is due.
  var nextDeadline: Double? { get }

  /// Looks after what a poll, and the time, have brought.
  func process(_ pollSet: PollSet, now: Double) -> [EncodedTileResult]

  /// Ends its process; nothing is answered any more.
  func close()
}

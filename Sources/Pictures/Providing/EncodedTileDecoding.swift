import Geometry
import Platform
import Tiles

/// The encoded picture of one tile, to be decoded.
public struct EncodedTile: Hashable, Sendable {
  /// The caller's identifier for it; never reused.
  public let id: UInt64
  /// The bytes of the file, such as a PNG or a JPEG.
  public let bytes: [UInt8]
  /// The size that the picture must have, in pixels: that of the tile without its overlap.
  public let size: PixelSize
  /// The area of the picture to return: all of it, except for pictures that several tiles are cut
  /// from.
  public let area: PixelRect
  /// The shape of the source's tiles, which defines the overlap of the returned pixels.
  public let shape: TileShape

  /// Creates an encoded picture with an expected size; `area` defaults to all of it.
  public init(
    id: UInt64, bytes: [UInt8], size: PixelSize, area: PixelRect? = nil, shape: TileShape
  ) {
    self.id = id
    self.bytes = bytes
    self.size = size
    self.area = area ?? PixelRect(size)
    self.shape = shape
  }

  /// The memory layout of the decoded pixels.
  public var layout: TileLayout { TileLayout(area: area.size, shape: shape) }
}

/// The result of decoding a picture.
public struct EncodedTileResult: Sendable {
  /// Either pixels or an error.
  public enum Outcome: Sendable {
    /// RGBA8, premultiplied, laid out as `EncodedTile.layout`; the overlap repeats the outermost
    /// pixels. Immutable from here on.
    case pixels(OwnedPixels)
    /// The reason in one sentence, escaped for display.
    case failed(String)
  }

  /// The picture's identifier.
  public let id: UInt64
  /// The outcome.
  public let outcome: Outcome

  /// Creates the result for the picture with this identifier.
  public init(id: UInt64, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

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

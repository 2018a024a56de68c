import Geometry
import Platform

/// How the tiles of a source are cut and what their pixels are: one value for all of its levels.
public struct TileShape: Hashable, Sendable {
  /// The edge of a full tile, in pixels of its level.
  public var edge: Int
  /// Pixels on each side of a tile that repeat its neighbours', so that bilinear sampling shows no
  /// seam.
  public var overlap: Int
  /// What a pixel is.
  public var format: PixelFormat

  /// Tiles of an edge, an overlap and a kind of pixels; numbers that can't be are made to fit.
  public init(edge: Int, overlap: Int = 1, format: PixelFormat = .rgba8) {
    self.edge = max(1, min(edge, Self.longestEdge))
    self.overlap = max(0, min(overlap, Self.largestOverlap))
    self.format = format
  }

  /// What the viewer uses where nobody chose anything else.
  public static let usual = TileShape(edge: 256)
  /// The edges that people can choose from.
  public static let choices = [128, 256, 512, 1024]
  /// The longest edge: four times this is the side of the largest textures of old devices.
  public static let longestEdge = 1024
  /// The largest overlap.
  public static let largestOverlap = 8

  /// Bytes of one slot: room for a full tile with its overlap, in whole pages of 4096 bytes.
  public var slotBytes: Int {
    let stored = edge + 2 * overlap
    return (stored * stored * format.bytesPerPixel + 4095) / 4096 * 4096
  }
}

/// What one pixel of a tile is.
public enum PixelFormat: UInt8, Hashable, Sendable, CaseIterable {
  /// Four bytes R, G, B, A, premultiplied, encoded for the display: finished.
  case rgba8 = 0
  /// Four half-precision floats R, G, B, A, premultiplied, linear light in the display's primaries;
  /// 1.0 is the white of ordinary pictures, more is brighter than it.
  case rgba16f = 1

  /// Bytes of one pixel.
  public var bytesPerPixel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16f: 8
    }
  }
}

/// How a tile's pixels lie in memory.
///
/// Rows from top to bottom, without padding. Around the tile's own pixels runs a border of
/// `overlap` pixels that repeats the neighbours' pixels, and the tile's own outermost ones at the
/// picture's edges.
public struct TileLayout: Hashable, Sendable {
  /// The tile's own pixels, overlap left out.
  public var area: PixelSize
  /// Pixels on each side that belong to the neighbours.
  public var overlap: Int
  /// What a pixel is.
  public var format: PixelFormat

  /// The layout of a tile with `area` pixels of its own, at most the shape's edge each way.
  public init(area: PixelSize, shape: TileShape = .usual) {
    self.area = area
    overlap = shape.overlap
    format = shape.format
  }

  /// The stored pixels, overlap included.
  public var stored: PixelSize {
    PixelSize(width: area.width + 2 * overlap, height: area.height + 2 * overlap)
  }

  /// Bytes of one pixel.
  public var bytesPerPixel: Int { format.bytesPerPixel }

  /// Bytes from one stored row to the next.
  public var stride: Int { stored.width * bytesPerPixel }

  /// Bytes of all stored rows.
  public var byteCount: Int { stride * stored.height }
}

/// Memory that a tile's pixels stand in; any thread may read it.
public protocol TileMemory: AnyObject, Sendable {
  /// The first byte.
  var base: UnsafeMutableRawPointer { get }
  /// Bytes.
  var count: Int { get }
}

extension SharedMemory: TileMemory {}

// Sendable without a check: written by one thread before it is handed on, and only read after that.
/// Pixels of a tile that was made in this process.
///
/// One thread writes them; then any thread may read them.
public final class OwnedPixels: TileMemory, @unchecked Sendable {
  /// The first byte.
  public let base: UnsafeMutableRawPointer
  /// Bytes.
  public let count: Int

  /// So many bytes, all zero.
  public init(count: Int) {
    self.count = count
    base = .allocate(byteCount: max(1, count), alignment: 16)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, count))
  }

  /// A copy of some bytes.
  init(copying bytes: UnsafeRawBufferPointer) {
    count = bytes.count
    base = .allocate(byteCount: max(1, count), alignment: 16)
    copy(bytes)
  }

  /// Puts other bytes, just as many, in place of these.
  ///
  /// Nobody else may hold this memory: whoever does would see them change.
  func copy(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == count)
    if let start = bytes.baseAddress { base.copyMemory(from: start, byteCount: count) }
  }

  deinit { base.deallocate() }
}

import Geometry
import Platform

/// The edge, the overlap and the pixel format of a source's tiles, the same for all its levels.
public struct TileShape: Hashable, Sendable {
  /// The edge of a full tile, in pixels of its level.
  public var edge: Int
  /// The number of the neighbours' pixels that a tile repeats on each side, so that bilinear
  /// sampling shows no seam.
  public var overlap: Int
  /// The pixel format.
  public var format: PixelFormat

  /// Creates a tile shape; invalid numbers are clamped.
  public init(edge: Int, overlap: Int = 1, format: PixelFormat = .rgba8) {
    self.edge = max(1, min(edge, Self.longestEdge))
    self.overlap = max(0, min(overlap, Self.largestOverlap))
    self.format = format
  }

  /// The default shape.
  public static let usual = TileShape(edge: 256)
  /// The edges that a setting offers.
  public static let choices = [128, 256, 512, 1024]
  /// The longest edge: a quarter of the maximum texture size of old devices.
  public static let longestEdge = 1024
  /// The largest overlap.
  public static let largestOverlap = 8

  /// The size of a slot in bytes: a full tile with its overlap, rounded up to pages of 4096 bytes.
  public var slotBytes: Int {
    let stored = edge + 2 * overlap
    return (stored * stored * format.bytesPerPixel + 4095) / 4096 * 4096
  }
}

/// The pixel format of a tile.
public enum PixelFormat: UInt8, Hashable, Sendable, CaseIterable {
  /// Four bytes R, G, B, A, premultiplied and encoded for the display.
  case rgba8 = 0
  /// Four half floats R, G, B, A, premultiplied, in linear light of the display's primaries.
  ///
  /// 1.0 is the white of ordinary pictures; higher values are brighter.
  case rgba16f = 1

  /// The size of a pixel in bytes.
  public var bytesPerPixel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16f: 8
    }
  }
}

/// The memory layout of a tile's pixels.
///
/// Rows run from top to bottom, without padding. Around the tile's own pixels, `overlap` pixels on
/// each side repeat the neighbours' pixels, or at the picture's edges the tile's own outermost
/// ones.
public struct TileLayout: Hashable, Sendable {
  /// The size of the tile without its overlap.
  public var area: PixelSize
  /// The number of pixels on each side that belong to the neighbours.
  public var overlap: Int
  /// The pixel format.
  public var format: PixelFormat

  /// Creates the layout of a tile with `area` pixels of its own, at most the shape's edge each way.
  public init(area: PixelSize, shape: TileShape = .usual) {
    self.area = area
    overlap = shape.overlap
    format = shape.format
  }

  /// The size of the tile with its overlap.
  public var stored: PixelSize {
    PixelSize(width: area.width + 2 * overlap, height: area.height + 2 * overlap)
  }

  /// The size of a pixel in bytes.
  public var bytesPerPixel: Int { format.bytesPerPixel }

  /// The distance between two stored rows in bytes.
  public var stride: Int { stored.width * bytesPerPixel }

  /// The size of all stored rows in bytes.
  public var byteCount: Int { stride * stored.height }
}

/// Memory that holds a tile's pixels; any thread may read it.
public protocol TileMemory: AnyObject, Sendable {
  /// The first byte.
  var base: UnsafeMutableRawPointer { get }
  /// The size in bytes.
  var count: Int { get }
}

extension SharedMemory: TileMemory {}

// Unchecked: one thread writes the pixels before handing them on; afterwards they are only read.
/// The pixels of a tile that was made in this process.
///
/// One thread writes them; afterwards any thread may read them.
public final class OwnedPixels: TileMemory, @unchecked Sendable {
  /// The first byte.
  public let base: UnsafeMutableRawPointer
  /// The size in bytes.
  public let count: Int

  /// Allocates zeroed memory of a size in bytes.
  public init(count: Int) {
    self.count = count
    base = .allocate(byteCount: max(1, count), alignment: 16)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, count))
  }

  /// Copies some bytes.
  init(copying bytes: UnsafeRawBufferPointer) {
    count = bytes.count
    base = .allocate(byteCount: max(1, count), alignment: 16)
    copy(bytes)
  }

  /// Replaces the contents with the same number of bytes.
  ///
  /// Nobody else may hold this memory, since they would see it change.
  func copy(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == count)
    if let start = bytes.baseAddress { base.copyMemory(from: start, byteCount: count) }
  }

  deinit { base.deallocate() }
}

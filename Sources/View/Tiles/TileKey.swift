import Geometry

/// The whole picture at one scale, identified by its size in pixels and its tile shape.
///
/// Two scales that round to the same size are the same level: their pixels are the same. Sizes are
/// those of the upright picture, with its EXIF orientation applied.
public struct Level: Hashable, Sendable {
  /// The size of the picture at this level.
  public var size: PixelSize
  /// How the level is cut into tiles.
  public var shape: TileShape

  /// Creates a level from its size.
  public init(size: PixelSize, shape: TileShape = .usual) {
    self.size = size
    self.shape = shape
  }

  /// Creates the level of a picture at a scale: round(W·s) × round(H·s), at least one pixel each
  /// way.
  ///
  /// `scale` is limited to `largest`, which is 1 for rasters: they are never decoded above their
  /// own resolution.
  public init(of picture: Extent, scale: Double, largest: Double = 1, shape: TileShape = .usual) {
    // NaN must not trap; it gives the smallest level.
    let scale = scale > 0 ? min(scale, largest) : 0
    self.init(
      size: PixelSize(
        width: Self.pixels(picture.width * scale), height: Self.pixels(picture.height * scale)),
      shape: shape)
  }

  /// Creates the level of a raster, whose size is in whole pixels.
  public init(of picture: PixelSize, scale: Double) {
    self.init(of: Extent(picture), scale: scale)
  }

  /// The longest side of any level, in pixels.
  ///
  /// Up to it, tile edges are exact in Double to a hundredth of a pixel.
  public static let longestSide = 1 << 44

  static func pixels(_ length: Double) -> Int {
    guard length >= 1 else { return 1 }
    return Int(min(length.rounded(), Double(longestSide)))
  }
}

/// The identity of a tile: a square cell of a level, `level.shape.edge` pixels wide.
public struct TileKey: Hashable, Sendable {
  /// The level that the tile belongs to.
  public var level: Level
  /// The column in the level's grid, from the left.
  public var column: Int
  /// The row in the level's grid, from the top.
  public var row: Int
  /// The frame, and the display colours that it was made for.
  public var version: FrameVersion

  /// Creates the key of a cell of a level.
  public init(level: Level, column: Int, row: Int, frame: Int = 0) {
    self.level = level
    self.column = column
    self.row = row
    version = FrameVersion(frame: frame)
  }

  /// The frame of an animation, from 0.
  public var frame: Int { version.frame }

  // Views look up all their tiles several times per frame. Few levels exist at once, so the cell
  // and the width are enough to spread the hashes.
  /// Hashes the cell, the frame's version and the level's width.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(column ^ frame &<< 40 ^ version.generation &<< 52)
    hasher.combine(row ^ level.size.width &<< 20)
  }

  /// Returns the key of this tile in another frame, or in other display colours.
  public func inFrame(_ version: FrameVersion) -> TileKey {
    var key = self
    key.version = version
    return key
  }

  /// The level's pixels that the tile covers, without overlap; empty outside the level.
  public var area: PixelRect {
    let edge = level.shape.edge
    let (x, xOverflow) = column.multipliedReportingOverflow(by: edge)
    let (y, yOverflow) = row.multipliedReportingOverflow(by: edge)
    guard !xOverflow, !yOverflow, x >= 0, y >= 0, x < level.size.width, y < level.size.height
    else { return PixelRect(.zero) }
    return PixelRect(
      minX: x, minY: y, maxX: min(x + edge, level.size.width),
      maxY: min(y + edge, level.size.height))
  }

  /// The memory layout of the tile's pixels.
  public var layout: TileLayout { TileLayout(area: area.size, shape: level.shape) }
}

/// The quality of a tile.
public enum TileQuality: UInt8, Hashable, Sendable {
  /// As fast as the format allows; good enough until the exact tile arrives.
  case preview = 0
  /// Reduced from full resolution in linear light, as a settled view shows it.
  case exact = 1
}

import Geometry

/// The whole picture at one scale, named by its size in pixels and by how it is cut into tiles.
///
/// Two scales that round to the same size are the same level: their pixels are the same.
/// Sizes are those of the upright picture, its EXIF orientation applied.
public struct Level: Hashable, Sendable {
  /// The size of the picture at this level.
  public var size: PixelSize
  /// How it is cut into tiles.
  public var shape: TileShape

  /// The level of a known size.
  public init(size: PixelSize, shape: TileShape = .usual) {
    self.size = size
    self.shape = shape
  }

  /// The level of a picture at a scale: round(W·s) × round(H·s), at least one pixel each way.
  ///
  /// It is never larger than the picture at its `largest` scale; rasters are never decoded above
  /// their own resolution, which is 1.
  public init(of picture: Extent, scale: Double, largest: Double = 1, shape: TileShape = .usual) {
    // A scale that is no number must not trap; it gives the smallest level.
    let scale = scale > 0 ? min(scale, largest) : 0
    self.init(
      size: PixelSize(
        width: Self.pixels(picture.width * scale), height: Self.pixels(picture.height * scale)),
      shape: shape)
  }

  /// The level of a raster, whose size is one of whole pixels.
  public init(of picture: PixelSize, scale: Double) {
    self.init(of: Extent(picture), scale: scale)
  }

  /// The longest side of any level, in pixels: with it tiles' edges are exact in Double, to a
  /// hundredth of a pixel.
  public static let longestSide = 1 << 44

  static func pixels(_ length: Double) -> Int {
    guard length >= 1 else { return 1 }
    return Int(min(length.rounded(), Double(longestSide)))
  }
}

/// Names one tile of a picture: a square cell of a level, `level.shape.edge` pixels wide.
public struct TileKey: Hashable, Sendable {
  /// The level that the tile is cut from.
  public var level: Level
  /// Cells to the right of the level's left edge.
  public var column: Int
  /// Cells below the level's top edge.
  public var row: Int
  /// Which frame of the source, in which colours.
  public var version: FrameVersion

  /// The tile of a level at a column and a row.
  public init(level: Level, column: Int, row: Int, frame: Int = 0) {
    self.level = level
    self.column = column
    self.row = row
    version = FrameVersion(frame: frame)
  }

  /// Which frame of a source that moves, from 0.
  public var frame: Int { version.frame }

  // Views look up all their tiles several times a frame. Few levels are there at once, and tiles of
  // one differ by their place.
  /// Mixes in its place, its frame's version and its level's width.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(column ^ frame &<< 40 ^ version.generation &<< 52)
    hasher.combine(row ^ level.size.width &<< 20)
  }

  /// The same cell of another frame, or in other colours.
  public func inFrame(_ version: FrameVersion) -> TileKey {
    var key = self
    key.version = version
    return key
  }

  /// The pixels of the level that the tile covers, overlap left out; empty outside the level.
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

  /// How its pixels lie in memory.
  public var layout: TileLayout { TileLayout(area: area.size, shape: level.shape) }
}

/// How carefully a tile is made.
public enum TileQuality: UInt8, Hashable, Sendable {
  /// As fast as the format can, good enough to stand in until the exact tile comes.
  case preview = 0
  /// Reduced from full resolution in linear light: what a settled view shows.
  case exact = 1
}

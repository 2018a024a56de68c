import Geometry
import Tiles

/// The tile that a provider is asked for.
public struct ProvidedTileRequest: Hashable, Sendable {
  /// The column of the tile, 0 at the picture's left edge.
  public let column: Int
  /// The row of the tile, 0 at the picture's top edge.
  public let row: Int
  /// The rung of the ladder, 0 is the smallest; `nil` if the source has no ladder.
  public let level: Int?
  /// Pixels per unit of the extent.
  ///
  /// On a ladder it is that of the rung. Otherwise it is the horizontal scale; since levels have
  /// whole pixels, the vertical scale may differ by less than one pixel over the whole height.
  public let scale: Double
  /// The size of the whole picture at this level, in pixels.
  public let levelSize: PixelSize
  /// The area that the tile shows, in units of the extent.
  ///
  /// Adjacent tiles share edges bit for bit. On a ladder the last column and row may extend past
  /// the extent, by less than one pixel of the level.
  public let area: Rect
  /// The size of the requested picture in pixels: the edge of a tile, or less in the last column
  /// and row.
  public let size: PixelSize
  /// The frame, from 0.
  public let frame: Int

  /// The key of the tile.
  let key: TileKey

  /// Creates a request for a tile inside a level that the source offers.
  init(_ key: TileKey, of levels: SourceLevels) {
    self.key = key
    column = key.column
    row = key.row
    frame = key.frame
    levelSize = key.level.size
    size = key.area.size
    let rung = levels.rung(of: key.level)
    level = rung?.index
    scale = rung?.rung.scale ?? Double(key.level.size.width) / levels.extent.width
    area = levels.area(of: key)
  }

  /// Creates a request for a picture that several of the source's tiles are cut from.
  init(_ pictureKey: PictureKey, of levels: SourceLevels, cutBy grid: PictureGrid) {
    key = TileKey(
      level: Level(size: pictureKey.size, shape: levels.shape), column: pictureKey.column,
      row: pictureKey.row,
      frame: pictureKey.frame)
    column = pictureKey.column
    row = pictureKey.row
    frame = pictureKey.frame
    levelSize = pictureKey.size
    let pixels = grid.area(of: pictureKey)
    size = pixels.size
    let rung = levels.rung(of: key.level)
    level = rung?.index
    let scale = rung?.rung.scale ?? Double(pictureKey.size.width) / levels.extent.width
    self.scale = scale
    area = Rect(
      minX: Double(pixels.minX) / scale, minY: Double(pixels.minY) / scale,
      maxX: Double(pixels.maxX) / scale, maxY: Double(pixels.maxY) / scale)
  }
}

extension PictureKey {
  /// Creates the key of the requested picture.
  init(_ request: ProvidedTileRequest) {
    self.init(
      size: request.levelSize, column: request.column, row: request.row, frame: request.frame)
  }
}

extension SourceLevels {
  /// Returns the area that a tile shows, in units of the extent.
  func area(of key: TileKey) -> Rect {
    let pixels = key.area
    if let (_, rung) = rung(of: key.level) {
      // Exact if the scale is a power of two.
      return Rect(
        minX: Double(pixels.minX) / rung.scale, minY: Double(pixels.minY) / rung.scale,
        maxX: Double(pixels.maxX) / rung.scale, maxY: Double(pixels.maxY) / rung.scale)
    }
    // Levels have at most 2⁴⁴ pixels a side, so every edge is exact in Double; the last is the
    // extent's.
    let (width, height) = (Double(key.level.size.width), Double(key.level.size.height))
    return Rect(
      minX: Double(pixels.minX) / width * extent.width,
      minY: Double(pixels.minY) / height * extent.height,
      maxX: Double(pixels.maxX) / width * extent.width,
      maxY: Double(pixels.maxY) / height * extent.height)
  }
}

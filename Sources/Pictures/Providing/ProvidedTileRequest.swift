import Geometry
import Tiles

/// Which tile a provider is asked for.
public struct ProvidedTileRequest: Hashable, Sendable {
  /// Cells to the right of the picture's left edge.
  public let column: Int
  /// Cells below the picture's top edge.
  public let row: Int
  /// The rung of the ladder, 0 the smallest; `nil` where the source has any scale.
  public let level: Int?
  /// Pixels for each unit of the extent.
  ///
  /// On a ladder it is the rung's own. Else it is that of the columns; levels are
  /// whole pixels large, so that of the rows may differ by less than one pixel over the whole
  /// height.
  public let scale: Double
  /// The size of the whole picture at this level, in pixels.
  public let levelSize: PixelSize
  /// What the tile shows, in units of the extent.
  ///
  /// Neighbours share edges bit for bit. On a ladder the last column and row may reach past the
  /// extent, by less than one pixel of the level.
  public let area: Rect
  /// The size of the picture that is asked for, in pixels: the edge of a tile, less in the last
  /// column and row.
  public let size: PixelSize
  /// Which frame, from 0.
  public let frame: Int

  /// The tile in a source's own terms.
  let key: TileKey

  /// A request for a tile inside a level that the source offers.
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

  /// A request for one of the pictures that a source's tiles are cut out of.
  init(_ cell: PictureCell, of levels: SourceLevels, cutBy grid: PictureGrid) {
    key = TileKey(
      level: Level(size: cell.size, shape: levels.shape), column: cell.column, row: cell.row,
      frame: cell.frame)
    column = cell.column
    row = cell.row
    frame = cell.frame
    levelSize = cell.size
    let pixels = grid.area(of: cell)
    size = pixels.size
    let rung = levels.rung(of: key.level)
    level = rung?.index
    let scale = rung?.rung.scale ?? Double(cell.size.width) / levels.extent.width
    self.scale = scale
    area = Rect(
      minX: Double(pixels.minX) / scale, minY: Double(pixels.minY) / scale,
      maxX: Double(pixels.maxX) / scale, maxY: Double(pixels.maxY) / scale)
  }
}

extension PictureCell {
  /// The picture that is asked for.
  init(_ request: ProvidedTileRequest) {
    self.init(
      size: request.levelSize, column: request.column, row: request.row, frame: request.frame)
  }
}

extension SourceLevels {
  /// What a tile shows, in units of the extent.
  func area(of key: TileKey) -> Rect {
    let pixels = key.area
    if let (_, rung) = rung(of: key.level) {
      // Exact where the scale is a power of two.
      return Rect(
        minX: Double(pixels.minX) / rung.scale, minY: Double(pixels.minY) / rung.scale,
        maxX: Double(pixels.maxX) / rung.scale, maxY: Double(pixels.maxY) / rung.scale)
    }
    // A level has at most 2⁴⁴ pixels a side, so every edge is a Double; the last is the extent's.
    let (width, height) = (Double(key.level.size.width), Double(key.level.size.height))
    return Rect(
      minX: Double(pixels.minX) / width * extent.width,
      minY: Double(pixels.minY) / height * extent.height,
      maxX: Double(pixels.maxX) / width * extent.width,
      maxY: Double(pixels.maxY) / height * extent.height)
  }
}

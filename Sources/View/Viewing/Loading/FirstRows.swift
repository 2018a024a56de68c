import Geometry
import Tiles
import Tiling

/// How much of the first picture can be shown before its last tiles are there.
///
/// Painting a screen of 3840 × 2160 takes ten milliseconds and more, one of 1280 × 800 three. While
/// the last rows of tiles are decoded, those above can be painted: but only where the rest comes so
/// soon that nobody sees the picture build up. A value without a clock: times are seconds that are
/// passed in.
struct FirstRows {
  /// How long before the rest is expected the first rows are shown, in seconds: one frame of an
  /// ordinary display and a half.
  static let lead = 0.025

  /// What the rows are of.
  private var view: Viewport?
  private var level: Level?
  /// Rows of tiles from the top that are all there.
  private var tileRows = 0
  /// Where the rows end that are shown, in device pixels from the top; 0 before there are any.
  private(set) var end = 0

  /// Where those end that are to be shown now, in device pixels from the top; `nil` where no more
  /// are than before.
  ///
  /// `since` is when the tiles were asked for.
  mutating func next(
    of level: Level, in view: Viewport, since: Double, now: Double, isThere: (TileKey) -> Bool
  ) -> Int? {
    if view != self.view || level != self.level { self = FirstRows(view: view, level: level) }
    let grid = TileGrid(of: level)
    let known = tileRows
    while tileRows < grid.rows.count,
      grid.columns.allSatisfy({ isThere(TileKey(level: level, column: $0, row: tileRows)) })
    {
      tileRows += 1
    }
    guard tileRows > known, tileRows < grid.rows.count else { return nil }
    let height = tileRows * level.shape.edge
    let rest = (now - since) * Double(level.size.height - height) / Double(height)
    guard rest <= Self.lead, let bottom = Self.bottom(of: height, level.size, in: view) else {
      return nil
    }
    end = bottom
    return bottom
  }

  /// Where the first rows of a level end on the surface, where each of its pixels is one of the
  /// surface's and the picture is upright.
  private static func bottom(of rows: Int, _ level: PixelSize, in view: Viewport) -> Int? {
    let shown = view.shownRect
    let area = PixelRect(minX: 0, minY: 0, maxX: level.width, maxY: rows)
    let place = view.deviceRect(of: area, in: level)
    guard shown == Rect(PixelRect(covering: shown)),
      shown.width == Double(level.width), shown.height == Double(level.height),
      place.minX == shown.minX, place.maxX == shown.maxX, place.minY == shown.minY,
      place.maxY == shown.minY + Double(rows)
    else { return nil }
    return Int(place.maxY)
  }
}

extension FirstRows {
  fileprivate init(view: Viewport, level: Level) {
    self.view = view
    self.level = level
  }
}

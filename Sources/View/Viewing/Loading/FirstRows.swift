import Geometry
import Tiles
import Tiling

/// Decides how much of the first picture is shown before its last tiles arrive.
///
/// Painting a screen of 3840 × 2160 takes ten milliseconds and more, one of 1280 × 800 three. The
/// upper rows can be painted while the last rows of tiles are decoded, but only if the rest arrives
/// so soon that the user does not see the picture build up. A value without a clock: times are
/// seconds that are passed in.
struct FirstRows {
  /// The maximum time by which the first rows precede the rest, in seconds: 1.5 frames at 60 Hz.
  static let lead = 0.025

  /// The view and the level of the rows.
  private var view: Viewport?
  private var level: Level?
  /// The number of complete rows of tiles from the top.
  private var tileRows = 0
  /// The bottom of the rows that are shown, in device pixels from the top; 0 if there are none.
  private(set) var end = 0

  /// Returns the bottom of the rows to show now, in device pixels from the top; `nil` if there are
  /// no more than before.
  ///
  /// `since` is when the tiles were requested.
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

  /// Returns where the first rows of a level end on the surface; `nil` unless the picture is
  /// upright and each of its level's pixels is exactly one device pixel.
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

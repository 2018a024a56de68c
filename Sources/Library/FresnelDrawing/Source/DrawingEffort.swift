import Geometry

/// When several tiles are drawn together, as a strip.
package enum StripRule: Hashable, Sendable {
  /// If the effort of recent tiles suggests it.
  case whereCheaper
  /// Never; each tile is drawn separately.
  case never
  /// Always if more than one is wanted.
  case always
}

/// The effort of drawing some tiles, in outline elements, which does not depend on the machine's
/// load.
///
/// It decides on strips: if a tile drawn separately processes many elements that its neighbours
/// process again, tiles are drawn together and cut apart.
struct DrawingEffort: Hashable, Sendable {
  /// The number of tiles drawn together.
  let tiles: Int
  /// The edge of a tile in pixels.
  let edge: Double
  /// The area that is drawn, in pixels.
  let area: Rect
  /// The number of elements processed.
  private(set) var pieces = 0
  /// The number of elements per tile that would be processed again if each tile were drawn
  /// separately.
  private(set) var repeated = 0.0

  /// The limit of repeated elements per tile: below it, copying from a strip costs more.
  static let mostRepeated = 800.0
  /// The maximum number of tiles that a shape is assumed to be visible in: that of a large view.
  private static let mostTiles = 64.0

  init(tiles: Int, edge: Int, area: PixelSize) {
    self.tiles = tiles
    self.edge = Double(max(1, edge))
    self.area = Rect(PixelRect(area))
  }

  /// Counts a shape with this many elements and its box in pixels of the drawn area.
  mutating func add(_ pieces: Int, _ box: Rect) {
    self.pieces += pieces
    let seen = tiles > 1 ? box.intersection(area) : box
    let count = min(
      (max(0, seen.width) / edge + 1) * (max(0, seen.height) / edge + 1), Self.mostTiles)
    // For a single tile: its elements beyond its share. For a strip: those its tiles would repeat.
    repeated +=
      tiles > 1
      ? Double(pieces) * (min(count, Double(tiles)) - 1) / Double(tiles)
      : Double(pieces) * (1 - 1 / count)
  }

  /// Returns true if strips are better for the next tiles; hysteresis avoids frequent changes.
  func favorsStrips(_ now: Bool) -> Bool {
    repeated > (now ? Self.mostRepeated / 2 : Self.mostRepeated)
  }
}

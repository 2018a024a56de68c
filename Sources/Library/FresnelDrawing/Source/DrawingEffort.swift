import Geometry

/// When tiles are drawn several at once.
package enum StripRule: Hashable, Sendable {
  /// Where the effort of the last ones says so.
  case whereCheaper
  /// Never; each tile is drawn by itself.
  case never
  /// Wherever more than one is wanted.
  case always
}

/// What drawing some tiles has taken, in pieces of outlines: the same whatever else the machine
/// does.
///
/// The rule of strips follows from it: where a tile drawn by itself walks many pieces that its
/// neighbours walk again, tiles are drawn several at once and cut apart.
struct DrawingEffort: Hashable, Sendable {
  /// How many tiles are drawn at once.
  let tiles: Int
  /// The edge of a tile.
  let edge: Double
  /// The pixels that are drawn on.
  let area: Rect
  /// Pieces that were walked.
  private(set) var pieces = 0
  /// Pieces for each tile that would be walked again, were each tile drawn by itself.
  private(set) var repeated = 0.0

  /// Pieces that a tile may walk again for nothing: below that a strip's copying costs more.
  static let mostRepeated = 800.0
  /// A shape is not taken to be seen in more tiles than a large view has.
  private static let mostTiles = 64.0

  init(tiles: Int, edge: Int, area: PixelSize) {
    self.tiles = tiles
    self.edge = Double(max(1, edge))
    self.area = Rect(PixelRect(area))
  }

  /// Counts a shape of so many pieces, with its box in pixels of what is drawn on.
  mutating func add(_ pieces: Int, _ box: Rect) {
    self.pieces += pieces
    let seen = tiles > 1 ? box.intersection(area) : box
    let count = min(
      (max(0, seen.width) / edge + 1) * (max(0, seen.height) / edge + 1), Self.mostTiles)
    // In a tile: what this one walks beyond its share. In a strip: what its tiles would.
    repeated +=
      tiles > 1
      ? Double(pieces) * (min(count, Double(tiles)) - 1) / Double(tiles)
      : Double(pieces) * (1 - 1 / count)
  }

  /// Whether the next tiles are better drawn in strips; what is done now is not changed lightly.
  func favorsStrips(_ now: Bool) -> Bool {
    repeated > (now ? Self.mostRepeated / 2 : Self.mostRepeated)
  }
}

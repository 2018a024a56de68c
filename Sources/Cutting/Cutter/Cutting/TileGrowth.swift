import CutPlan

/// How many bytes the tiles have that grow, where they are held until they are whole.
///
/// A row of tiles of every level is the least that must be held, just before they end together.
/// What waits to be encoded may take what they do not take yet: so those who encode may fall far
/// behind while there is room, and all of it never takes much more than that least.
struct TileGrowth {
  private let pyramid: CutPyramid
  private let channels: Int
  /// Bytes of a full row of tiles of every level.
  private let full: Int

  /// Bytes that may wait in any case: a few tiles, or who encodes them had to wait for rows.
  private static let least = 1 << 20
  /// Bytes that all may take in any case.
  private static let usual = 16 << 20

  init(_ pyramid: CutPyramid, channels: Int) {
    self.pyramid = pyramid
    self.channels = channels
    full = pyramid.levels.reduce(0) {
      $0 + min(pyramid.edge, $1.size.height) * $1.size.width * channels
    }
  }

  /// Bytes of the tiles that grow once so many rows of the picture have come.
  func growing(after rows: Int) -> Int {
    pyramid.levels.enumerated().reduce(0) { sum, level in
      let fed = min(rows >> level.offset, level.element.size.height)
      let filled = fed == 0 ? 0 : (fed - 1) % pyramid.edge + 1
      return sum + filled * level.element.size.width * channels
    }
  }

  /// Bytes of tiles that may wait to be encoded while rows come up to one of the picture's.
  func mostHeld(after rows: Int) -> Int {
    max(Self.least, max(Self.usual, full) + Self.least - growing(after: rows))
  }
}

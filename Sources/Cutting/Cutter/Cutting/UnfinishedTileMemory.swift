import CutPlan

/// Computes the memory of unfinished tiles that are held until they are complete.
///
/// The minimum is one tile row of every level, just before these complete together. Tiles waiting
/// to be encoded may use the part of that memory not yet taken: so encoders may lag while there is
/// room, and the total never exceeds the minimum by much.
struct UnfinishedTileMemory {
  private let pyramid: CutPyramid
  private let channels: Int
  /// Bytes of a full tile row of every level.
  private let full: Int

  /// Bytes that may always wait: a few tiles, so that encoders need not wait for rows.
  private static let least = 1 << 20
  /// Bytes that everything together may always take.
  private static let usual = 16 << 20

  init(_ pyramid: CutPyramid, channels: Int) {
    self.pyramid = pyramid
    self.channels = channels
    full = pyramid.levels.reduce(0) {
      $0 + min(pyramid.edge, $1.size.height) * $1.size.width * channels
    }
  }

  /// Bytes of unfinished tiles after `rows` rows of the picture.
  func growing(after rows: Int) -> Int {
    pyramid.levels.enumerated().reduce(0) { sum, level in
      let fed = min(rows >> level.offset, level.element.size.height)
      let filled = fed == 0 ? 0 : (fed - 1) % pyramid.edge + 1
      return sum + filled * level.element.size.width * channels
    }
  }

  /// Bytes of tiles that may wait to be encoded after `rows` rows of the picture.
  func mostHeld(after rows: Int) -> Int {
    max(Self.least, max(Self.usual, full) + Self.least - growing(after: rows))
  }
}

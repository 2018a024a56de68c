/// How carefully a tile is made.
public enum TileQuality: UInt8, Hashable, Sendable {
  /// As fast as the format can, good enough to stand in until the exact tile comes.
  case preview = 0
  /// Reduced from full resolution in linear light: what a settled view shows.
  case exact = 1
}

import Geometry
import Tiles

/// What a view wants: tiles to decode, most wanted first, and tiles to keep.
public struct TilePlan: Hashable, Sendable {
  /// A tile that the view lacks.
  public struct Wanted: Hashable, Sendable {
    /// Which tile.
    public var key: TileKey
    /// How carefully it is to be made.
    public var quality: TileQuality

    /// A tile and how carefully it is to be made.
    public init(key: TileKey, quality: TileQuality) {
      self.key = key
      self.quality = quality
    }
  }

  /// What to decode, most wanted first; nothing in it is resident already in that quality.
  public var wanted: [Wanted]
  /// What may be decoded after that: tiles that help a view on its way, or the next one.
  ///
  /// Nothing of it is needed for the view to be complete.
  public var ahead: [Wanted]
  /// Resident tiles that the view still uses; every other may go.
  public var kept: Set<TileKey>

  /// A plan with its parts given.
  public init(wanted: [Wanted] = [], ahead: [Wanted] = [], kept: Set<TileKey> = []) {
    self.wanted = wanted
    self.ahead = ahead
    self.kept = kept
  }
}

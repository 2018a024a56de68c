import Tiles

/// The tiles that stand in for missing ones.
package struct StandIns: Hashable, Sendable {
  /// Tiles of coarser rungs, beginning with those for the last of the missing tiles.
  package var keys: [TileKey] = []
  /// Tiles of coarser rungs that are missing, too.
  package var lacking: Set<TileKey> = []

  /// Creates an empty result.
  package init() {}
}

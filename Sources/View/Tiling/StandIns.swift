import Tiles

/// What stands in for tiles that are not there.
package struct StandIns: Hashable, Sendable {
  /// Tiles of coarser rungs, those for the first ones first.
  package var keys: [TileKey] = []
  /// Tiles of coarser rungs that are not there either.
  package var lacking: Set<TileKey> = []

  /// Nothing.
  package init() {}
}

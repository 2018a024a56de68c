/// Provides the picture for a column, a row and a level: the simplest way to write a source.
///
/// One set of tiles serves every pixel density: a tile's edge is in device pixels, and screens only
/// differ in which level is requested. It is called on several threads.
public protocol TileProvider: Sendable {
  /// Returns one tile; it may take its time.
  ///
  /// It is called on the source's own threads, several at once, and once per tile as long as the
  /// tile is wanted. A call that has begun is not stopped; if the tile is no longer wanted, its
  /// answer is dropped. An error fails only this tile, and its description is displayed, so it
  /// should be one sentence.
  func tile(_ request: ProvidedTileRequest) throws -> ProvidedTile
}

extension TileProvider where Self == ClosureTileProvider {
  /// Returns a provider that calls `body` for each tile, on several threads at once; an error fails
  /// the tile.
  public static func calling(
    _ body: @escaping @Sendable (ProvidedTileRequest) throws -> ProvidedTile
  ) -> ClosureTileProvider {
    ClosureTileProvider(body)
  }
}

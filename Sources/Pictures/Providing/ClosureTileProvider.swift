/// A provider that calls a closure.
public struct ClosureTileProvider: TileProvider {
  private let body: @Sendable (ProvidedTileRequest) throws -> ProvidedTile

  /// Creates a provider that calls `body` for each tile, on several threads at once; an error fails
  /// the tile.
  public init(_ body: @escaping @Sendable (ProvidedTileRequest) throws -> ProvidedTile) {
    self.body = body
  }

  /// Calls the closure and throws its errors.
  public func tile(_ request: ProvidedTileRequest) throws -> ProvidedTile { try body(request) }
}

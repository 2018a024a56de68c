import Geometry

/// Gives the picture for a column, a row and a level: the easy door to a source of one's own.
///
/// There is one set of tiles for every pixel density: a tile's edge is in device pixels, and what
/// differs from screen to screen is only which level is asked for. It is called on several threads.
public protocol TileProvider: Sendable {
  /// Gives one tile; it may take its time.
  ///
  /// It is called on threads of the source's own, several at once, and each tile once as long as it
  /// is wanted. A call that has begun is not stopped; if nobody wants the tile any more its answer
  /// is dropped. An error that is thrown fails this tile alone, and its description is shown: one
  /// sentence.
  func tile(_ request: ProvidedTileRequest) throws -> ProvidedTile
}

/// The picture of one tile.
public enum ProvidedTile: Hashable, Sendable {
  /// Pixels: R, G, B, A, a byte each, colours multiplied by alpha, rows without padding.
  ///
  /// Colours are the display's, sRGB where there is nothing else. The size is that of the request;
  /// where tiles overlap it may be larger by the overlap on each side, and the border is the
  /// provider's. Without alpha in the source the fourth byte must be 255.
  case pixels(PixelSize, [UInt8])
  /// An encoded picture of the size of the request, decoded in a locked-down process.
  case encoded([UInt8])
  /// An encoded picture of a size of its own, of which an area is the tile.
  ///
  /// The area is as large as the request. What lies around it in the picture is the tile's border
  /// where tiles overlap.
  case encodedPart([UInt8], of: PixelSize, PixelRect)
  /// There is no such tile: what is coarser stays, or nothing is drawn.
  case missing
}

/// A provider that is a closure.
public struct ClosureTileProvider: TileProvider {
  private let body: @Sendable (ProvidedTileRequest) throws -> ProvidedTile

  /// A provider that calls `body` for each tile, on several threads at once; an error fails the
  /// tile.
  public init(_ body: @escaping @Sendable (ProvidedTileRequest) throws -> ProvidedTile) {
    self.body = body
  }

  /// Calls the closure, and throws what it throws.
  public func tile(_ request: ProvidedTileRequest) throws -> ProvidedTile { try body(request) }
}

extension TileProvider where Self == ClosureTileProvider {
  /// A provider that calls `body` for each tile, on several threads at once; an error fails the
  /// tile.
  public static func calling(
    _ body: @escaping @Sendable (ProvidedTileRequest) throws -> ProvidedTile
  ) -> ClosureTileProvider {
    ClosureTileProvider(body)
  }
}

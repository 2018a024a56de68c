import Geometry

/// Returns the tile for a column, a row and a level: the simplest way to write a source.
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

/// A provider's answer for one tile.
public enum ProvidedTile: Hashable, Sendable {
  /// Pixels: one byte each of R, G, B, A, premultiplied, rows without padding.
  ///
  /// Colours are the display's, or sRGB if there is no profile. The size is that of the request; if
  /// tiles overlap, it may be larger by the overlap on each side, and the provider fills the
  /// overlap too. If the source has no alpha, the fourth byte must be 255.
  case pixels(PixelSize, [UInt8])
  /// An encoded picture of the requested size, decoded in a sandboxed process.
  case encoded([UInt8])
  /// An area of an encoded picture of any size.
  ///
  /// The area has the requested size. If tiles overlap, what surrounds it in the picture becomes
  /// the tile's overlap.
  case encodedPart([UInt8], of: PixelSize, PixelRect)
  /// There is no such tile: coarser ones stay visible, or nothing is drawn.
  case missing
}

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

extension TileProvider where Self == ClosureTileProvider {
  /// Returns a provider that calls `body` for each tile, on several threads at once; an error fails
  /// the tile.
  public static func calling(
    _ body: @escaping @Sendable (ProvidedTileRequest) throws -> ProvidedTile
  ) -> ClosureTileProvider {
    ClosureTileProvider(body)
  }
}

import Tiles

/// Tiles that the software renderer can read, wherever their bytes lie.
public protocol TileBytes {
  /// The tiles that are there.
  var keys: [TileKey] { get }
  /// Lends a tile's bytes, laid out as `key.layout` says; the body is not called where it is missing.
  func withBytes(of key: TileKey, _ body: (UnsafeRawBufferPointer) -> Void)
}

/// Tiles that still lie in a decoder's memory, for the first paint.
public struct DecodedTiles: TileBytes {
  private let tiles: [TileKey: Tile]

  /// Tiles of one picture.
  public init(_ tiles: some Sequence<Tile>) {
    self.tiles = Dictionary(tiles.map { ($0.key, $0) }) { $1 }
  }

  /// The tiles that are there.
  public var keys: [TileKey] { Array(tiles.keys) }

  /// Lends a tile's bytes.
  public func withBytes(of key: TileKey, _ body: (UnsafeRawBufferPointer) -> Void) {
    tiles[key]?.withPixels(body)
  }
}

/// Tiles whose bytes were copied, for drawing without GL.
struct CopiedTiles: TileBytes {
  struct Tile {
    var quality: TileQuality
    var bytes: [UInt8]
  }

  var tiles: [TileKey: Tile] = [:]

  var keys: [TileKey] { Array(tiles.keys) }

  func withBytes(of key: TileKey, _ body: (UnsafeRawBufferPointer) -> Void) {
    tiles[key]?.bytes.withUnsafeBytes(body)
  }
}

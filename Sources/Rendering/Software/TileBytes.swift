import Tiles

/// Tiles that the software renderer can read, wherever their bytes lie.
package protocol TileBytes {
  /// The tiles that are there.
  var keys: [TileKey] { get }
  /// Lends a tile's bytes, laid out as `key.layout` says; the body is not called where it is missing.
  func withBytes(of key: TileKey, _ body: (UnsafeRawBufferPointer) -> Void)
}

/// Tiles that still lie in a decoder's memory, for the first paint.
package struct DecodedTiles: TileBytes {
  private let tiles: [TileKey: Tile]

  /// Tiles of one picture.
  package init(_ tiles: some Sequence<Tile>) {
    self.tiles = Dictionary(tiles.map { ($0.key, $0) }) { $1 }
  }

  /// The tiles that are there.
  package var keys: [TileKey] { Array(tiles.keys) }

  /// Lends a tile's bytes.
  package func withBytes(of key: TileKey, _ body: (UnsafeRawBufferPointer) -> Void) {
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

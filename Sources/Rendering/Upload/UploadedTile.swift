import Graphics
import Tiles

/// A tile whose pixels another thread has copied into a texture, on its way to the one that draws.
struct UploadedTile: Sendable {
  /// The tile; its slot is free again once it is reported.
  var tile: Tile
  /// The texture.
  var texture: Texture.Parcel
  /// Passed once the pixels are there.
  var fence: Fence.Parcel
  /// Which making of the contexts it belongs to.
  var generation: Int
}

/// What the upload thread is asked for.
enum UploadRequest: Sendable {
  /// Copy a tile into a texture.
  case tile(Tile)
  /// End, leaving what comes after to the next one.
  case stop
}

import Geometry
import Tiles

// Decoders of tiles, and of larger pictures.

extension EncodedTileDecoder {
  /// A decoder of pictures of one format that are larger than tiles, at most `size`.
  ///
  /// The process has one at a time, and one more may wait.
  package convenience init(
    format: PictureFormat, pictures size: PixelSize, displayProfile: [UInt8] = [],
    pool: DecoderPool
  ) {
    self.init(
      format: format, shape: TileShape(edge: 512, overlap: 0), largest: size, isLarge: true,
      displayProfile: displayProfile, slots: 1, pool: pool)
  }

  /// Creates a decoder of tiles of one format, at most `shape.edge` pixels a side; no process runs
  /// yet.
  ///
  /// The process has `slots` tiles at a time, and the same number may wait. Pixels are encoded for
  /// the display; an empty profile means sRGB.
  package convenience init(
    format: PictureFormat, shape: TileShape = .usual, displayProfile: [UInt8] = [],
    slots: Int = 4, pool: DecoderPool
  ) {
    self.init(
      format: format, shape: TileShape(edge: shape.edge, overlap: min(1, shape.overlap)),
      largest: PixelSize(width: shape.edge, height: shape.edge), isLarge: false,
      displayProfile: displayProfile, slots: slots, pool: pool)
  }
}

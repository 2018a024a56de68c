import Geometry
import Platform
import Tiles
import Tiling

/// The tiles of an opened picture, however they are made.
package protocol PictureTiles: TileSource {
  /// Starts processes before the size of the view is known.
  func start(interest: TilePlanner.Interest, now: Double)

  /// Starts processes for a surface of a size, to get the picture's header.
  func open(surface: PixelSize, interest: TilePlanner.Interest, now: Double)

  /// Why the picture can't be shown (any more).
  var failure: DecodeError? { get }
}

extension DecodeScheduler: PictureTiles {}

extension OpenedPicture {
  /// The tiles of the picture from decoders that are started at once, to read single pixels.
  package func openedTiles(
    page: Int, cachesLarge: Bool = false, pool: DecoderPool
  ) -> any PictureTiles {
    let tiles = tiles(id: .next(), page: page, cachesLarge: cachesLarge, pool: pool)
    tiles.open(
      surface: PixelSize(width: 1, height: 1), interest: .view, now: MonotonicClock.now())
    return tiles
  }

  /// The tiles of the picture: a decoder's, or those at the places in its description.
  ///
  /// `cachesLarge` allows a decoder to cache a large picture on disk. `hasChanged`, if given, is
  /// called after the file has been written and is complete again; tiles of another version than
  /// the opened one are dropped. The other parameters are those of `DecodeScheduler`.
  package func tiles(
    id: SourceID, page: Int = 0, shape: TileShape = .usual, displayProfile: [UInt8] = [],
    cachesLarge: Bool = true, pool: DecoderPool, hasChanged: ((SourceID) -> Void)? = nil
  ) -> any PictureTiles {
    if format.isDescription {
      return PlacedTiles(id: id, file: self, displayProfile: displayProfile, pool: pool)
    }
    let tiles = DecodeScheduler(
      id: id, file: { try? self.descriptor() }, folder: { self.folderDescriptor() },
      format: format, frame: page, shape: shape, displayProfile: displayProfile,
      byteCount: cachesLarge ? byteCount : 0, pool: pool)
    guard let hasChanged, let stamp, web == nil else { return tiles }
    return StableTiles(tiles, of: self, stamp: stamp, hasChanged: hasChanged)
  }
}

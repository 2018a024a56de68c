import Geometry
import Platform
import Tiles
import Tiling

/// The tiles of a picture that somebody opened, whatever makes them.
package protocol PictureTiles: TileSource {
  /// Starts what it needs before anybody knows how large the view is.
  func start(interest: TilePlanner.Interest, now: Double)

  /// Starts what it needs for a surface of a size, to learn what the picture is.
  func open(surface: PixelSize, interest: TilePlanner.Interest, now: Double)

  /// Why the picture can't be shown (any further).
  var failure: DecodeError? { get }
}

extension DecodeScheduler: PictureTiles {}

extension OpenedPicture {
  /// The tiles of the picture: a decoder's, or those that lie where its description says.
  ///
  /// `cachesLarge` says whether a decoder may cache a large picture on the disk. Where `hasChanged`
  /// is given, it is called once somebody has written to the file, and has come to an end; what
  /// comes of another version than the one that was opened is dropped. The others are as
  /// `DecodeScheduler` has them.
  package func tiles(
    id: SourceID, page: Int = 0, shape: TileShape = .usual, displayProfile: [UInt8] = [],
    cachesLarge: Bool = true, desk: DecoderDesk, hasChanged: ((SourceID) -> Void)? = nil
  ) -> any PictureTiles {
    if format.isDescription {
      return PlacedTiles(id: id, file: self, displayProfile: displayProfile, desk: desk)
    }
    let tiles = DecodeScheduler(
      id: id, file: { try? self.descriptor() }, folder: { self.folderDescriptor() },
      format: format, frame: page, shape: shape, displayProfile: displayProfile,
      byteCount: cachesLarge ? byteCount : 0, desk: desk)
    guard let hasChanged, let stamp, web == nil else { return tiles }
    return SteadyTiles(tiles, of: self, stamp: stamp, hasChanged: hasChanged)
  }
}

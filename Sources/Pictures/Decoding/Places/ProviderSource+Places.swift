import Geometry
import Platform
import Providing
import TilePlaces
import Tiles

extension ProviderSource {
  /// A source of tiles at their places below a folder, decoded by sandboxed processes.
  ///
  /// An empty profile means sRGB.
  package convenience init(
    id: SourceID, places: TilePlaces, in folder: TileFolder, displayProfile: [UInt8],
    pool: DecoderPool
  ) throws(Errno) {
    try self.init(
      id: id,
      levels: places.levels,
      provider: StoredTiles(places) { try folder.bytes(atFirstOf: $0, atMost: $1) },
      pictures: places.decoding(pool, displayProfile))
  }

  /// A source of tiles at their places in an archive, decoded by sandboxed processes.
  convenience init(
    id: SourceID, places: TilePlaces, in archive: PictureArchive, displayProfile: [UInt8],
    pool: DecoderPool
  ) throws(Errno) {
    // One process unpacks them one by one: more threads would only wait for each other.
    try self.init(
      id: id,
      levels: places.levels,
      provider: StoredTiles(places) { try archive.bytes(atFirstOf: $0, atMost: $1) }, threads: 1,
      pictures: places.decoding(pool, displayProfile))
  }

  /// A source of tiles at their places on the web, decoded by sandboxed processes.
  convenience init(
    id: SourceID, places: TilePlaces, below bases: [TileBase], of web: WebPlace,
    displayProfile: [UInt8], pool: DecoderPool
  ) throws(Errno) {
    try self.init(
      id: id,
      levels: places.levels,
      pictures: places.decoding(pool, displayProfile)
    ) { FetchedTiles(places, below: bases, of: web, deliver: $0) }
  }
}

extension TilePlaces {
  /// The levels of the tiles.
  fileprivate var levels: ProvidedLevels {
    var levels = ProvidedLevels(Extent(size), scales: .rungs(rungs), shape: shape)
    if isCut { levels.grid = PictureGrid(picture: tile) }
    return levels
  }

  /// The decoders for the tiles' pictures.
  fileprivate func decoding(_ pool: DecoderPool, _ displayProfile: [UInt8]) -> EncodedPictures {
    if isCut {
      return .sandboxed(pool, pictures: largestPicture, displayProfile: displayProfile)
    }
    return .sandboxed(
      pool, shape: TileShape(edge: largestPicture.width, overlap: 0),
      displayProfile: displayProfile)
  }
}

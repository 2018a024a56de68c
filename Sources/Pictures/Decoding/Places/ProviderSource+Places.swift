import Geometry
import Platform
import Providing
import TilePlaces
import Tiles

extension ProviderSource {
  /// A source of tiles at their places below a folder, decoded by locked-down processes.
  ///
  /// An empty profile means sRGB.
  package convenience init(
    id: SourceID, places: TilePlaces, in folder: TileFolder, displayProfile: [UInt8],
    desk: DecoderDesk
  ) throws(Errno) {
    try self.init(
      id: id,
      levels: places.levels,
      provider: FolderTiles(places, in: folder),
      pictures: places.decoding(desk, displayProfile))
  }

  /// A source of tiles at their places in an archive, decoded by locked-down processes.
  convenience init(
    id: SourceID, places: TilePlaces, in archive: PictureArchive, displayProfile: [UInt8],
    desk: DecoderDesk
  ) throws(Errno) {
    // One process unpacks them one by one: more threads would only wait for each other.
    try self.init(
      id: id,
      levels: places.levels,
      provider: ArchiveTiles(places, in: archive), threads: 1,
      pictures: places.decoding(desk, displayProfile))
  }

  /// A source of tiles at their places on the web, decoded by locked-down processes.
  convenience init(
    id: SourceID, places: TilePlaces, below bases: [TileBase], of web: WebPlace,
    displayProfile: [UInt8], desk: DecoderDesk
  ) throws(Errno) {
    try self.init(
      id: id,
      levels: places.levels,
      pictures: places.decoding(desk, displayProfile)
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
  fileprivate func decoding(_ desk: DecoderDesk, _ displayProfile: [UInt8]) -> EncodedPictures {
    if isCut {
      return .lockedDown(desk, pictures: largestPicture, displayProfile: displayProfile)
    }
    return .lockedDown(
      desk, shape: TileShape(edge: largestPicture.width, overlap: 0),
      displayProfile: displayProfile)
  }
}

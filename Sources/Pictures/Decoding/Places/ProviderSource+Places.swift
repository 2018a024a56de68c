import Geometry
import Platform
import Providing
import TilePlaces
import Tiles

extension ProviderSource {
  /// A source of the tiles at some places below a folder, which locked-down decoders decode.
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

  /// A source of the tiles at some places in an archive, which locked-down decoders decode.
  convenience init(
    id: SourceID, places: TilePlaces, in archive: PictureArchive, displayProfile: [UInt8],
    desk: DecoderDesk
  ) throws(Errno) {
    // One process unpacks them, one after the other: more threads would only wait for each other.
    try self.init(
      id: id,
      levels: places.levels,
      provider: ArchiveTiles(places, in: archive), threads: 1,
      pictures: places.decoding(desk, displayProfile))
  }

  /// A source of the tiles at some places on the web, which locked-down decoders decode.
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
  /// The levels that the tiles make.
  fileprivate var levels: ProvidedLevels {
    var levels = ProvidedLevels(Extent(size), scales: .rungs(rungs), shape: shape)
    if isCut { levels.grid = PictureGrid(picture: tile) }
    return levels
  }

  /// Who decodes their pictures.
  fileprivate func decoding(_ desk: DecoderDesk, _ displayProfile: [UInt8]) -> EncodedPictures {
    if isCut {
      return .lockedDown(desk, pictures: largestPicture, displayProfile: displayProfile)
    }
    return .lockedDown(
      desk, shape: TileShape(edge: largestPicture.width, overlap: 0),
      displayProfile: displayProfile)
  }
}

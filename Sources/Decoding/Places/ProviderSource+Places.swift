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
    let shape = TileShape(edge: places.edge, overlap: min(1, places.overlap))
    let pictures = TileShape(edge: places.edge + 2 * places.overlap, overlap: 0)
    try self.init(
      id: id,
      levels: ProvidedLevels(Extent(places.size), scales: .rungs(places.rungs), shape: shape),
      provider: FolderTiles(places, in: folder),
      pictures: .lockedDown(desk, shape: pictures, displayProfile: displayProfile))
  }

  /// A source of the tiles at some places in an archive, which locked-down decoders decode.
  convenience init(
    id: SourceID, places: TilePlaces, in archive: PictureArchive, displayProfile: [UInt8],
    desk: DecoderDesk
  ) throws(Errno) {
    let shape = TileShape(edge: places.edge, overlap: min(1, places.overlap))
    let pictures = TileShape(edge: places.edge + 2 * places.overlap, overlap: 0)
    // One process unpacks them, one after the other: more threads would only wait for each other.
    try self.init(
      id: id,
      levels: ProvidedLevels(Extent(places.size), scales: .rungs(places.rungs), shape: shape),
      provider: ArchiveTiles(places, in: archive), threads: 1,
      pictures: .lockedDown(desk, shape: pictures, displayProfile: displayProfile))
  }

  /// A source of the tiles at some places on the web, which locked-down decoders decode.
  convenience init(
    id: SourceID, places: TilePlaces, below bases: [TileBase], of web: WebPlace,
    displayProfile: [UInt8], desk: DecoderDesk
  ) throws(Errno) {
    let shape = TileShape(edge: places.edge, overlap: min(1, places.overlap))
    let pictures = TileShape(edge: places.edge + 2 * places.overlap, overlap: 0)
    try self.init(
      id: id,
      levels: ProvidedLevels(Extent(places.size), scales: .rungs(places.rungs), shape: shape),
      pictures: .lockedDown(desk, shape: pictures, displayProfile: displayProfile)
    ) { FetchedTiles(places, below: bases, of: web, deliver: $0) }
  }
}

import Platform
import Providing
import Synchronization
import TilePlaces

/// Provides the tiles of a described picture from an archive, as encoded pictures.
final class ArchiveTiles: TileProvider {
  private let places: TilePlaces
  private let archive: PictureArchive
  private let missing = Mutex(MissingTiles())

  /// Tiles at their places in an archive.
  init(_ places: TilePlaces, in archive: PictureArchive) {
    self.places = places
    self.archive = archive
  }

  /// Unpacks a tile; a missing one is not looked up again for a minute.
  func tile(_ request: ProvidedTileRequest) throws -> ProvidedTile {
    guard
      let place = places.place(
        rung: request.level ?? -1, column: request.column, row: request.row),
      let name = place.paths.first
    else { return .missing }
    let now = MonotonicClock.now()
    if missing.withLock({ $0.contains(name, at: now) }) { return .missing }
    for path in place.paths {
      do throws(DecodeError) {
        // Uncompressed pixels, and some bytes for headers.
        let limit = (place.picture.area ?? 0) * 4 + 65_536
        guard let bytes = try archive.part(path, atMost: limit) else { continue }
        return .encodedPart(bytes, of: place.picture, place.part)
      } catch {
        throw Failure(description: error.sentence)
      }
    }
    missing.withLock { $0.note(name, at: now) }
    return .missing
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

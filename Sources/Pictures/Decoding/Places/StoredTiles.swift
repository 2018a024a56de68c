import Platform
import Providing
import Synchronization
import TilePlaces

/// Provides the tiles of a described picture from a folder or an archive, as encoded pictures.
final class StoredTiles: TileProvider {
  /// Returns the bytes at the first of some paths that exists, up to a limit; `nil` if none does.
  typealias Reading = @Sendable (_ paths: [String], _ limit: Int) throws -> [UInt8]?

  private let places: TilePlaces
  private let now: @Sendable () -> Double
  private let read: Reading
  private let missing = Mutex(MissingTiles())

  /// Tiles at their places, which `read` reads.
  init(
    _ places: TilePlaces, now: @escaping @Sendable () -> Double = { MonotonicClock.now() },
    read: @escaping Reading
  ) {
    self.places = places
    self.now = now
    self.read = read
  }

  /// Reads a tile; a missing one is not looked up again for a minute.
  func tile(_ request: ProvidedTileRequest) throws -> ProvidedTile {
    guard
      let place = places.place(
        rung: request.level ?? -1, column: request.column, row: request.row),
      let name = place.paths.first
    else { return .missing }
    let time = now()
    if missing.withLock({ $0.contains(name, at: time) }) { return .missing }
    // Uncompressed pixels, and some bytes for headers.
    let limit = (place.picture.area ?? 0) * 4 + 65_536
    guard let bytes = try read(place.paths, limit) else {
      missing.withLock { $0.note(name, at: time) }
      return .missing
    }
    return .encodedPart(bytes, of: place.picture, place.part)
  }
}

/// Remembers recently missing tiles.
struct MissingTiles {
  /// Seconds until a missing tile is looked up again.
  static let retryDelay = 60.0
  /// The maximum number of tiles to remember.
  private static let most = 4096

  private var seen: [String: Double] = [:]

  /// True if a tile was missing less than a minute ago.
  func contains(_ name: String, at now: Double) -> Bool {
    seen[name].map { now - $0 < Self.retryDelay } ?? false
  }

  mutating func note(_ name: String, at now: Double) {
    if seen.count >= Self.most { seen = seen.filter { now - $0.value < Self.retryDelay } }
    if seen.count >= Self.most { seen.removeAll() }
    seen[name] = now
  }
}

import Geometry
import Tiles

/// The memory budget in bytes for a window's tiles: as textures, and in the arenas of all decoders.
///
/// In addition to a bare window, all processes together may use 24 MiB and six times the surface's
/// bytes, whatever the size of the picture. Decoders and compiled shaders were measured to need at
/// most 16 MiB of it for themselves.
package struct MemoryBudget: Hashable, Sendable {
  /// Bytes of tiles and arenas together.
  package let total: Int
  /// The maximum bytes of a view's tiles, without the fit view: three times the surface's.
  package let mostTiles: Int
  private let surface: PixelSize
  private let shape: TileShape

  /// The part of the 24 MiB that is left for tiles.
  private static let share = 8 << 20
  /// The additional part that is left for the next zoom step.
  ///
  /// The remainder is reserved for filters; without them, all processes together were measured 14
  /// MiB below the budget.
  private static let shareOfNext = 6 << 20

  /// Creates the budget for a surface and a tile shape.
  package init(surface: PixelSize, shape: TileShape = .usual) {
    self.surface = surface
    self.shape = shape
    let bytes =
      checkedProduct(
        shape.format.bytesPerPixel, max(0, surface.width), max(0, surface.height)) ?? .max / 16
    total = Self.share + 6 * bytes
    mostTiles = 3 * bytes
  }

  /// The bytes of tiles that a view may keep when everything else takes `others`.
  package func tiles(beside others: Int) -> Int { max(0, min(mostTiles, total - others)) }

  /// The bytes for a view's tiles and those of the next zoom step.
  ///
  /// This is all that is left, since the next picture that is opened takes it back.
  package func tilesWithNext(beside others: Int, isFiltered: Bool = false) -> Int {
    max(0, total + (isFiltered ? 0 : Self.shareOfNext) - others)
  }

  /// True if a neighbour in the album may be opened ahead when everything else takes `others`.
  ///
  /// Its fit view needs memory twice: in its decoder's arena and as textures.
  package func hasRoomForNeighbour(beside others: Int) -> Bool {
    let fit = TileGrid(of: Level(size: surface, shape: shape)).count * shape.slotBytes
    return others + 2 * fit <= total
  }
}

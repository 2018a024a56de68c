import Geometry
import Tiles

/// How many bytes the tiles of a window may take: as textures, and in the arenas of all decoders.
///
/// Beyond what a bare window takes all processes together may use 24 MiB and six times the
/// surface's bytes, whatever the size of the picture. What decoders and compiled shaders need of it
/// for themselves was measured as at most 16 MiB.
package struct MemoryBudget: Hashable, Sendable {
  /// Bytes of tiles and arenas together.
  package let total: Int
  /// Bytes of tiles that a view is worth at most, its fit view apart: three times the surface's.
  package let mostTiles: Int
  private let surface: PixelSize
  private let shape: TileShape

  /// What is left to tiles of the 24 MiB.
  private static let share = 8 << 20
  /// What is left beside them to the next step of a zoom: without filters, which are what the rest
  /// is for, all processes together were measured 14 MiB below the budget.
  private static let shareOfNext = 6 << 20

  /// The budget for a surface and tiles of a shape.
  package init(surface: PixelSize, shape: TileShape = .usual) {
    self.surface = surface
    self.shape = shape
    let bytes =
      checkedProduct(
        shape.format.bytesPerPixel, max(0, surface.width), max(0, surface.height)) ?? .max / 16
    total = Self.share + 6 * bytes
    mostTiles = 3 * bytes
  }

  /// Bytes of tiles that a view may keep where everything else takes `others`.
  package func tiles(beside others: Int) -> Int { max(0, min(mostTiles, total - others)) }

  /// The same for a view together with the one that the next step of a zoom leads to: all that is
  /// left, since whatever is opened next takes it back.
  package func tilesWithNext(beside others: Int, isFiltered: Bool = false) -> Int {
    max(0, total + (isFiltered ? 0 : Self.shareOfNext) - others)
  }

  /// Whether a picture next in the album may be opened ahead where everything that is needed takes
  /// `others`: its fit view has to find room twice, in its decoder's arena and as textures.
  package func hasRoomForNeighbour(beside others: Int) -> Bool {
    let fit = TileGrid(of: Level(size: surface, shape: shape)).count * shape.slotBytes
    return others + 2 * fit <= total
  }
}

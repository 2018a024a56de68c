import Geometry
import Tiles
import ViewGeometry

/// What the pass that makes the whole picture's careful tiles makes beside them: the tiles of the
/// next step of a zoom.
///
/// People see the picture, by a preview or row by row, and turn the wheel. Where a pass takes half
/// a second, they would wait for the end of this one and then for the step's own.
extension TilePlanner {
  /// Below so many pixels a pass of its own is soon enough.
  private static let leastPixelsOfFirstPass = 16_000_000

  /// Whether a view shows the whole picture while a pass still makes its careful tiles.
  package func isInFirstPass(
    _ view: Viewport, resident: [TileKey: TileQuality], access: Access
  ) -> Bool {
    let fit = info.levels.fitLevel(of: view)
    return access == .pass && info.levels.exactLevel(of: view) == fit
      && info.size.area ?? .max >= Self.leastPixelsOfFirstPass
      && TileGrid(of: fit).keys.contains { resident[$0] != .exact }
  }
}

extension NextStep {
  /// How many slots the tiles of a step to five quarters of the fit view take beside those that a
  /// view of a surface has anyway, so that one pass makes both views' tiles.
  package static func slotsAhead(
    of surface: PixelSize, margin: Int = 0, shape: TileShape = .usual
  ) -> Int {
    func count(_ width: Int, _ height: Int) -> Int {
      TileGrid(of: Level(size: PixelSize(width: width, height: height), shape: shape)).count
    }
    let fit = count(surface.width, surface.height)
    let step = count(surface.width * 5 / 4, surface.height * 5 / 4)
    return max(
      0, fit + step - TileGrid.slotCount(forSurface: surface, margin: margin, shape: shape))
  }
}

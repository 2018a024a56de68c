import Geometry
import Testing
import Tiles
import Tiling
import Zooming

/// A picture that is only partly cached, for lack of disk space: cached levels stand in for levels
/// that take a pass.
@Suite struct PartlyNearTests {
  private let picture = PixelSize(width: 8000, height: 6000)
  private let surface = PixelSize(width: 1280, height: 800)

  private func view(_ scale: Double) -> Viewport {
    var zoom = ZoomController(surface: surface, picture: picture)
    zoom.setScale(scale, centerImagePoint: picture.center, animated: false, now: 0)
    return zoom.destination
  }

  private func plan(
    _ view: Viewport, kept: PixelSize, resident: [TileKey: TileQuality]
  ) -> TilePlan {
    TilePlanner(info: SourceInfo(size: picture)).plan(
      destination: view, current: view, resident: resident, access: .upTo(kept))
  }

  private func fit(_ view: Viewport) -> [TileKey: TileQuality] {
    Dictionary(
      uniqueKeysWithValues: TileGrid(of: view.fitLevel).keys.map { ($0, TileQuality.exact) })
  }

  @Test(arguments: [
    (PixelSize(width: 4000, height: 3000), PixelSize(width: 4000, height: 3000)),
    (PixelSize(width: 2000, height: 1500), PixelSize(width: 2000, height: 1500)),
  ])
  func aCachedLevelComesFirstAndStaysUntilFinerTilesArrive(kept: PixelSize, level: PixelSize) {
    let view = view(1)
    var resident = fit(view)
    let first = plan(view, kept: kept, resident: resident)
    let near = view.visibleTiles(of: Level(size: level))
    #expect(Set(first.wanted.prefix(near.count).map(\.key)) == Set(near.keys))
    let sharp = view.visibleTiles(of: view.exactLevel)
    #expect(Set(first.wanted.dropFirst(near.count).map(\.key)) == Set(sharp.keys))
    for key in near.keys { resident[key] = .exact }
    let second = plan(view, kept: kept, resident: resident)
    #expect(Set(second.wanted.map(\.key)) == Set(sharp.keys))
    #expect(second.kept.isSuperset(of: near.keys))
    for key in sharp.keys { resident[key] = .exact }
    let last = plan(view, kept: kept, resident: resident)
    #expect(last.wanted.isEmpty)
    for key in near.keys { resident[key] = nil }
    #expect(plan(view, kept: kept, resident: resident).wanted.isEmpty, "nothing shows through")
  }

  @Test func aCachedLevelNeedsNoStandIn() {
    let view = view(0.45)
    let plan = plan(view, kept: PixelSize(width: 4000, height: 3000), resident: fit(view))
    #expect(plan.wanted.allSatisfy { $0.key.level == view.exactLevel })
  }
}

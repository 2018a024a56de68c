import Geometry
import Testing
import Tiles

@testable import Tiling

@Suite("Rungs of a ladder as stand-ins")
struct RungTests {
  private static let extent = Extent(width: 6400, height: 4000)
  private static let surface = PixelSize(width: 1280, height: 800)
  private let levels = SourceLevels.ladder(
    Self.extent, levelsOfDetail: 7, levelsOfDetailBias: 3)
  private var planner: TilePlanner { TilePlanner(info: SourceInfo(levels: levels)) }

  private func view(_ scale: Double) -> Viewport {
    Viewport(settledOn: Self.surface, picture: Self.extent, scale: scale)
  }

  private func resident(_ keys: [TileKey]) -> [TileKey: TileQuality] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, .exact) })
  }

  private func plan(_ view: Viewport, _ keys: [TileKey]) -> TilePlan {
    planner.plan(destination: view, current: view, resident: resident(keys))
  }

  /// If every tile has a high latency, the coarsest rung shows a picture after the first tile.
  @Test func aDistantSourceShowsItsCoarsestRungFirst() {
    let view = view(0.2)
    let levels = SourceLevels.ladder(Self.extent, levelsOfDetail: 9, levelsOfDetailBias: 3)
    var info = SourceInfo(levels: levels)
    func wanted(_ resident: [TileKey], interest: TilePlanner.Interest = .view) -> [TileKey] {
      TilePlanner(info: info).plan(
        destination: view, current: view, resident: self.resident(resident), interest: interest
      ).wanted.map(\.key)
    }
    let near = wanted([])
    info.isFar = true
    let first = wanted([])
    let count = first.count - near.count
    #expect((1...4).contains(count))
    #expect(Array(first.dropFirst(count)) == near)
    #expect(first.prefix(count).allSatisfy { levels.rung(of: $0.level)?.index == 0 })
    // They are not wanted if they or the fit view are resident, or for a file.
    #expect(wanted(Array(first.prefix(count))) == near)
    let fit = TileGrid(of: levels.fitLevel(of: view)).keys
    for keys in [wanted(fit), wanted([], interest: .still)] {
      #expect(keys.allSatisfy { levels.rung(of: $0.level)?.index != 0 })
    }
  }

  private func fit(_ view: Viewport) -> [TileKey] { TileGrid(of: levels.fitLevel(of: view)).keys }

  @Test(
    "The rung comes after the fit view and before the view's own tiles", arguments: [0.3, 0.7, 3])
  func order(scale: Double) throws {
    let view = view(scale)
    let rung = try #require(levels.rungLevel(of: view))
    let rungKeys = Set(view.visibleTiles(of: rung).keys)
    let own = Set(view.visibleTiles(of: levels.exactLevel(of: view)).keys)
    let wanted = plan(view, []).wanted.map(\.key)
    let fit = fit(view)
    #expect(Array(wanted.prefix(fit.count)) == fit)
    #expect(Set(wanted.dropFirst(fit.count).prefix(rungKeys.count)) == rungKeys)
    #expect(Set(wanted.suffix(own.count)) == own)
    #expect(wanted.count == fit.count + rungKeys.count + own.count)
  }

  @Test("A rung's tile is wanted and kept only where the view's own tile is missing")
  func replacing() throws {
    let view = view(0.7)
    let rung = try #require(levels.rungLevel(of: view))
    let exact = levels.exactLevel(of: view)
    let rungKeys = view.visibleTiles(of: rung).keys
    let own = view.visibleTiles(of: exact).keys
    let lacked = own[0]
    let there = fit(view) + own.dropFirst()
    let hole = view.deviceRect(of: lacked.area, in: exact.size).intersection(view.surfaceRect)
    let under = rungKeys.filter {
      let common = view.deviceRect(of: $0.area, in: rung.size).intersection(hole)
      return common.width > 0.01 && common.height > 0.01
    }
    let first = plan(view, there)
    #expect(Set(first.wanted.map(\.key)) == Set(under + [lacked]))
    #expect(first.wanted.last?.key == lacked && under.count < rungKeys.count)
    // The rung's tiles stay while the exact tile is missing, and go once it has arrived.
    let second = plan(view, there + rungKeys)
    #expect(second.wanted.map(\.key) == [lacked])
    #expect(second.kept.isSuperset(of: under))
    let last = plan(view, fit(view) + own + rungKeys)
    #expect(last.wanted.isEmpty)
    #expect(last.kept == Set(fit(view) + own))
  }

  @Test("On a rung, beyond the last one and at the fit view's rung, nothing stands in")
  func nothing() {
    for scale in [0.25, 0.5, 1, 8, 20] {
      let view = view(scale)
      let wanted = plan(view, fit(view)).wanted.map(\.key)
      #expect(Set(wanted.map(\.level)).isSubset(of: [levels.exactLevel(of: view)]))
    }
    // The fit scale is 0.2 and its rung 1/4: the rung that the view at 0.22 is made of.
    let view = view(0.22)
    #expect(levels.rungLevel(of: view) == levels.fitLevel(of: view))
    let wanted = plan(view, fit(view)).wanted.map(\.key)
    #expect(wanted.allSatisfy { $0.level == levels.exactLevel(of: view) } && !wanted.isEmpty)
  }

  @Test("A raster of any scale has no rungs: its plans are unchanged")
  func rasters() {
    let levels = SourceLevels(extent: Self.extent)
    let view = view(0.7)
    #expect(levels.rungLevel(of: view) == nil)
    let plan = TilePlanner(info: SourceInfo(levels: levels)).plan(
      destination: view, current: view, resident: [:])
    #expect(
      Set(plan.wanted.map(\.key.level)) == [levels.exactLevel(of: view), levels.fitLevel(of: view)])
  }
}

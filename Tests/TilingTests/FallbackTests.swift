import Geometry
import Testing
import Tiles
import Zooming

@testable import Tiling

@Suite("Tiles of a power of two while the view moves")
struct FallbackTests {
  static let surface = PixelSize(width: 1280, height: 800)
  static let picture = PixelSize(width: 6001, height: 4003)
  private let planner = TilePlanner(info: SourceInfo(size: Self.picture))
  private let late = TilePlanner.Motion(lag: 0.3, steady: 0.01)

  private func view(_ scale: Double) -> Viewport {
    Viewport(settledOn: Self.surface, picture: Self.picture, scale: scale, center: nil)
  }

  private var fit: [TileKey: TileQuality] {
    let fit = Viewport(fitting: Self.picture, on: Self.surface)
    return Dictionary(uniqueKeysWithValues: TileGrid(of: fit.fitLevel).keys.map { ($0, .exact) })
  }

  private func plan(
    _ scale: Double, resident: [TileKey: TileQuality]? = nil,
    access: TilePlanner.Access = .direct, motion: TilePlanner.Motion?, focus: Point? = nil
  ) -> TilePlan {
    planner.plan(
      destination: view(scale), current: view(scale * 0.8), resident: resident ?? fit,
      focus: focus, access: access, motion: motion)
  }

  @Test("Each half is rounded up, and views of many scales share it")
  func levels() {
    let half = PixelSize(width: 3001, height: 2002)
    let quarter = PixelSize(width: 1501, height: 1001)
    for scale in [0.67, 0.8, 1, 7] { #expect(view(scale).halvedLevel?.size == half) }
    for scale in [0.34, 0.5, 0.66] { #expect(view(scale).halvedLevel?.size == quarter) }
    // The fit view, 0.2, is good enough.
    for scale in [0.05, 0.2, 0.3] { #expect(view(scale).halvedLevel == nil) }
  }

  @Test("They come after the view's own tiles, which motion does not change")
  func order() {
    for scale in [0.4, 0.7, 1, 3] {
      for access in [TilePlanner.Access.direct, .pass] {
        let resting = plan(scale, access: access, motion: nil)
        let moving = plan(scale, access: access, motion: late)
        #expect(resting.prefetched.isEmpty && !moving.prefetched.isEmpty)
        #expect(moving.wanted == resting.wanted && moving.kept == resting.kept)
        #expect(moving.prefetched.allSatisfy { $0.quality == .exact })
        #expect(Set(moving.prefetched.map(\.key.level)) == [view(scale).halvedLevel])
      }
    }
  }

  @Test("A motion that has its tiles, or has just begun, requests nothing more")
  func onlyWhereTheyPayOff() {
    #expect(plan(0.7, motion: .init(lag: 0.1, steady: 0.01)).prefetched.isEmpty)
    let all = view(0.7).visibleTiles(of: view(0.7).exactLevel).keys
    let resident = fit.merging(all.map { ($0, .exact) }) { $1 }
    #expect(plan(0.7, resident: resident, motion: late).prefetched.isEmpty)
    // The whole picture comes first.
    #expect(plan(0.7, resident: [:], motion: late).prefetched.isEmpty)
  }

  @Test("If a tile takes a pass, none begins once the view knows its destination")
  func passes() {
    let steady = TilePlanner.Motion(lag: 0.3, steady: 0.05)
    #expect(plan(1, access: .pass, motion: steady).prefetched.isEmpty)
    #expect(!plan(1, access: .direct, motion: steady).prefetched.isEmpty)
    // One pass makes them all; with random access, only a few are requested at a time.
    let tiles = view(1).visibleTiles(of: Level(size: PixelSize(width: 3001, height: 2002)))
    #expect(Set(plan(1, access: .pass, motion: late).prefetched.map(\.key)) == Set(tiles.keys))
    #expect(plan(1, access: .direct, motion: late).prefetched.count == 4)
  }

  @Test("The nearest come first, one after the other, until everything is covered")
  func nearestFirst() throws {
    let focus = Point(x: 1200, y: 700)
    var resident = fit
    var came: [TileKey] = []
    while let next = plan(1, resident: resident, motion: late, focus: focus).prefetched.first {
      resident[next.key] = .exact
      came.append(next.key)
      try #require(came.count < 100)
    }
    let level = Level(size: PixelSize(width: 3001, height: 2002))
    #expect(came == view(1).visibleTiles(of: level).keys(nearest: focus, in: view(1)))
    #expect(plan(1, resident: resident, motion: late).kept.isSuperset(of: came))
  }

  @Test("Areas below equally sharp tiles are not requested")
  func covered() {
    let old = view(0.8)
    let there = old.visibleTiles(of: old.exactLevel).keys
    let resident = fit.merging(there.map { ($0, .exact) }) { $1 }
    // When zooming in, everything in the new view was on the screen before.
    #expect(plan(0.9, resident: resident, motion: late).prefetched.isEmpty)
    // When zooming out, the outermost tiles were not on the screen before.
    let outside = plan(0.7, resident: resident, access: .pass, motion: late).prefetched.map(\.key)
    let all = view(0.7).visibleTiles(of: Level(size: PixelSize(width: 3001, height: 2002))).keys
    #expect(!outside.isEmpty && outside.count < all.count)
    for key in outside {
      let rect = old.deviceRect(of: key.area, in: key.level.size)
      #expect(!Rect(PixelRect(Self.surface)).contains(rect))
    }
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool {
    intersection(other) == other
  }
}

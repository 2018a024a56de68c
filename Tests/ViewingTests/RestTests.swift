import Geometry
import Gestures
import Testing
import Tiles
import Tiling
import Zooming

@testable import Viewing

/// When a source learns that the view is at rest, so that it can prepare for higher zoom.
@Suite struct RestTests {
  private static let large = SourceLevels(raster: PixelSize(width: 6000, height: 4000))
  private static let step = ZoomPreferences().wheelStep

  private func stage(
    _ levels: SourceLevels = large, access: TilePlanner.Access = .pass,
    preview: SourceInfo.Preview = .none, isPreparing: Bool = true
  ) throws -> ViewStage {
    try ViewStage(
      levels, access: access, preparesNextStep: isPreparing, preview: preview,
      isRandomAccess: false)
  }

  private func isResting(_ stage: ViewStage) -> Bool { stage.source.demand?.isResting == true }

  @Test func aLargePicturesSourceLearnsOfRestAfterPrefetching() throws {
    let stage = try stage()
    stage.source.holdsBack = true
    stage.run(for: 1)
    #expect(!stage.source.asked.isEmpty && !isResting(stage), "the next step's tiles come first")
    stage.source.holdsBack = false
    stage.run(for: 0.2)
    #expect(isResting(stage))
    let plans = stage.source.plans
    stage.run(for: 1)
    #expect(stage.source.plans == plans, "it is told once")
    #expect(stage.view.deadline(at: stage.now) == nil, "and the thread sleeps")
  }

  @Test func aZoomingViewIsNotAtRest() throws {
    let stage = try stage()
    stage.run(for: 1)
    #expect(isResting(stage))
    stage.view.changeView(at: stage.now) {
      $0.zoom(byFactor: Self.step, at: Point(x: 300, y: 300), now: stage.now)
    }
    stage.run(for: 0.1)
    #expect(stage.view.isMoving(at: stage.now) && !isResting(stage))
    stage.run(for: 1)
    #expect(isResting(stage))
  }

  @Test func smallOrHiddenSourcesAreNotPrepared() throws {
    let small = SourceLevels(raster: PixelSize(width: 4000, height: 3000))
    let others = try [
      stage(small), stage(preview: .small), stage(access: .direct), stage(isPreparing: false),
    ]
    for (index, stage) in others.enumerated() {
      stage.run(for: 1)
      #expect(!isResting(stage), "\(index)")
    }
    let covered = try stage()
    covered.view.isVisible = false
    covered.run(for: 1)
    #expect(!isResting(covered))
  }

  @Test func theNextPictureInTheAlbumComesFirst() throws {
    let stage = try stage()
    let next = QuickSource(Self.large, number: 9)
    next.holdsBack = true
    stage.view.add(next, as: .near)
    stage.run(for: 1)
    #expect(!next.asked.isEmpty && !isResting(stage))
    next.holdsBack = false
    stage.run(for: 0.5)
    #expect(isResting(stage))
  }

  @Test func aCachedLargePictureStillPrefetchesItsNextStep() throws {
    let step = Set(TileGrid(of: Self.large.exactLevel(scale: 0.1 * Self.step)).keys)
    let small = SourceLevels(raster: PixelSize(width: 3000, height: 2000))
    for (levels, isAsked) in [(Self.large, true), (small, false)] {
      let stage = try stage(levels, access: .direct)
      stage.source.forgetAsked()
      stage.run(for: 1)
      #expect(stage.source.asked.isEmpty != isAsked)
      if isAsked { #expect(Set(stage.source.asked.keys) == step) }
    }
  }

  @Test func tilesAroundTheNextStepAreNotWorthAPass() throws {
    // Zoomed in far enough that the next step shows only a part of its level.
    let stage = try stage()
    stage.view.handle(.motion(position: Point(x: 300, y: 200), time: 0), at: stage.now)
    stage.view.zoom(to: 0.4, animated: false, now: stage.now)
    stage.run(for: 1)
    let level = Self.large.exactLevel(scale: 0.4 * Self.step)
    func view(_ pointer: Point) -> Viewport? {
      var zoom = stage.view.zoom
      zoom?.zoom(byFactor: Self.step, at: pointer, now: stage.now)
      return zoom?.destination
    }
    let planner = TilePlanner(info: try #require(stage.source.info))
    let next = try #require(view(Point(x: 300, y: 200)))
    let seen = next.visibleTiles(of: level)
    let around = TileGrid(of: level).keys.filter { !seen.contains($0) }
    let beside = TilePlan.Wanted(key: try #require(around.first), quality: .exact)
    let inside = TilePlan.Wanted(key: try #require(seen.keys.first), quality: .exact)
    let goal = NextStep(to: next, budget: 1 << 24)
    #expect(!planner.isWorthAPass([beside], for: goal, margin: 0, asked: []))
    #expect(planner.isWorthAPass([beside], for: goal, margin: 0, asked: [beside]))
    #expect(planner.isWorthAPass([beside, inside], for: goal, margin: 0, asked: []))
  }
}

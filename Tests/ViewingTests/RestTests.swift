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

  private func harness(
    _ levels: SourceLevels = large, access: TilePlanner.Access = .pass,
    preview: SourceInfo.Preview = .none, isPreparing: Bool = true
  ) throws -> ViewHarness {
    try ViewHarness(
      levels, access: access, preparesNextStep: isPreparing, preview: preview,
      isRandomAccess: false)
  }

  private func isResting(_ harness: ViewHarness) -> Bool {
    harness.source.demand?.isResting == true
  }

  @Test func aLargePicturesSourceLearnsOfRestAfterPrefetching() throws {
    let harness = try harness()
    harness.source.holdsBack = true
    harness.run(for: 1)
    #expect(
      !harness.source.asked.isEmpty && !isResting(harness), "the next step's tiles come first")
    harness.source.holdsBack = false
    harness.run(for: 0.2)
    #expect(isResting(harness))
    let plans = harness.source.plans
    harness.run(for: 1)
    #expect(harness.source.plans == plans, "it is told once")
    #expect(harness.view.deadline(at: harness.now) == nil, "and the thread sleeps")
  }

  @Test func aZoomingViewIsNotAtRest() throws {
    let harness = try harness()
    harness.run(for: 1)
    #expect(isResting(harness))
    harness.view.changeView {
      $0.zoom(byFactor: Self.step, at: Point(x: 300, y: 300), now: harness.now)
    }
    harness.run(for: 0.1)
    #expect(harness.view.isMoving(at: harness.now) && !isResting(harness))
    harness.run(for: 1)
    #expect(isResting(harness))
  }

  @Test func smallOrHiddenSourcesAreNotPrepared() throws {
    let small = SourceLevels(raster: PixelSize(width: 4000, height: 3000))
    let others = try [
      harness(small), harness(preview: .small), harness(access: .direct),
      harness(isPreparing: false),
    ]
    for (index, harness) in others.enumerated() {
      harness.run(for: 1)
      #expect(!isResting(harness), "\(index)")
    }
    let covered = try harness()
    covered.view.isVisible = false
    covered.run(for: 1)
    #expect(!isResting(covered))
  }

  @Test func aViewIsPlannedAgainOnlyIfSomethingHasChanged() throws {
    let harness = try harness(isPreparing: false)
    harness.run(for: 1)
    /// Returns how often one round reads the source's access: more often if it plans.
    func reads() -> Int {
      let before = harness.source.accessReads
      harness.run(for: 0.01)
      return harness.source.accessReads - before
    }
    let resting = reads()
    let later = (0..<60).map { _ in reads() }
    #expect(harness.source.plans > 0 && later.allSatisfy { $0 == resting })
    harness.view.handle(.motion(position: Point(x: 300, y: 200), time: 0), at: harness.now)
    let moved = reads()
    #expect(moved > resting, "tiles near the pointer come first")
  }

  @Test func theNextPictureInTheAlbumComesFirst() throws {
    let harness = try harness()
    let next = QuickSource(Self.large, number: 9)
    next.holdsBack = true
    harness.view.add(next, as: .near)
    harness.run(for: 1)
    #expect(!next.asked.isEmpty && !isResting(harness))
    next.holdsBack = false
    harness.run(for: 0.5)
    #expect(isResting(harness))
  }

  @Test func aCachedLargePictureStillPrefetchesItsNextStep() throws {
    let step = Set(TileGrid(of: Self.large.exactLevel(scale: 0.1 * Self.step)).keys)
    let small = SourceLevels(raster: PixelSize(width: 3000, height: 2000))
    for (levels, isAsked) in [(Self.large, true), (small, false)] {
      let harness = try harness(levels, access: .direct)
      harness.source.forgetAsked()
      harness.run(for: 1)
      #expect(harness.source.asked.isEmpty != isAsked)
      if isAsked { #expect(Set(harness.source.asked.keys) == step) }
    }
  }

  @Test func tilesAroundTheNextStepAreNotWorthAPass() throws {
    // Zoomed in far enough that the next step shows only a part of its level.
    let harness = try harness()
    harness.view.handle(.motion(position: Point(x: 300, y: 200), time: 0), at: harness.now)
    harness.view.zoom(to: 0.4, animated: false, now: harness.now)
    harness.run(for: 1)
    let level = Self.large.exactLevel(scale: 0.4 * Self.step)
    func view(_ pointer: Point) -> Viewport? {
      var zoom = harness.view.zoom
      zoom?.zoom(byFactor: Self.step, at: pointer, now: harness.now)
      return zoom?.destination
    }
    let planner = TilePlanner(info: try #require(harness.source.info))
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

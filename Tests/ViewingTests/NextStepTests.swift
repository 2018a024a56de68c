import Geometry
import Gestures
import Glibc
import Testing
import Tiles
import Tiling
import Zooming

@testable import Viewing

/// What a view at rest prefetches when tiles need a pass over the picture.
@Suite struct NextStepTests {
  private static let raster = SourceLevels(raster: PixelSize(width: 6000, height: 4000))
  private static let step = ZoomPreferences().wheelStep

  private func stage(_ access: TilePlanner.Access = .pass) throws -> ViewStage {
    let stage = try ViewStage(Self.raster, access: access)
    stage.view.handle(.motion(position: Point(x: 150, y: 100), time: 0), at: stage.now)
    stage.source.forgetAsked()
    return stage
  }

  private func level(_ scale: Double) -> Level { Self.raster.exactLevel(scale: scale) }

  @Test func theNextStepFindsItsTiles() throws {
    let stage = try stage()
    let frames = stage.renderer.frames.count
    stage.run(for: StepForesight.patience - 0.05)
    #expect(stage.source.asked.isEmpty, "not before it has stood still for a while")
    stage.run(for: 0.2)
    let next = level(0.1 * Self.step)
    #expect(Set(stage.source.asked.keys) == Set(TileGrid(of: next).keys))
    #expect(stage.renderer.frames.count == frames, "what is not seen is not drawn")
    #expect(stage.view.deadline(at: stage.now) == nil, "prepared once, it sleeps")

    // At each step the level shown is there, and the next one is requested.
    for steps in 2...3 {
      stage.source.forgetAsked()
      stage.view.changeView(at: stage.now) {
        $0.zoom(byFactor: Self.step, at: Point(x: 300, y: 300), now: stage.now)
      }
      stage.run(for: 0.1)
      #expect(stage.view.isMoving(at: stage.now), "the motion is not waited for")
      let asked = Set(stage.source.asked.keys.map(\.level))
      #expect(asked == [level(0.1 * pow(Self.step, Double(steps)))])
      stage.run(for: 0.5)
      #expect(stage.settled == steps)
    }
  }

  @Test func afterZoomingOutTheNextStepZoomsOut() throws {
    let stage = try stage()
    let place = Point(x: 150, y: 100)
    for factor in [8, 1 / Self.step] {
      stage.source.forgetAsked()
      stage.view.changeView(at: stage.now) {
        $0.zoom(byFactor: factor, at: place, now: stage.now)
      }
      stage.run(for: 0.6)
    }
    let asked = Set(stage.source.asked.keys.map(\.level))
    #expect(asked == [level(0.8 / Self.step), level(0.8 / Self.step / Self.step)])
  }

  @Test func aMovedPointerPrefetchesItsTilesToo() throws {
    let stage = try stage()
    stage.view.zoom(to: 0.4, animated: false, now: stage.now)
    stage.run(for: 1)
    let next = level(0.4 * Self.step)
    func prepared(_ pointer: Point) -> Bool {
      var zoom = stage.view.zoom
      zoom?.zoom(byFactor: Self.step, at: pointer, now: stage.now)
      let seen = zoom?.destination.visibleTiles(of: next).keys ?? []
      let there = stage.renderer.resident[stage.source.id] ?? [:]
      return !seen.isEmpty && seen.allSatisfy { there[$0] == .exact }
    }
    #expect(prepared(Point(x: 150, y: 100)))
    stage.view.handle(.motion(position: Point(x: 590, y: 390), time: 0), at: stage.now)
    stage.run(for: 0.5)
    #expect(prepared(Point(x: 590, y: 390)))
  }

  @Test func nothingIsPrefetchedIfUnwantedOrNotWorthwhile() throws {
    let near = try stage(.direct)
    near.run(for: 1)
    #expect(near.source.asked.isEmpty, "tiles that are near are made when they are needed")
    let saving = try stage()
    saving.view.preparesNextStep = false
    saving.run(for: 1)
    #expect(saving.source.asked.isEmpty)
    #expect(saving.view.deadline(at: saving.now) == nil)
    let covered = try stage()
    covered.view.isVisible = false
    covered.run(for: 1)
    #expect(covered.source.asked.isEmpty)
  }

  /// A view of a picture that needs a pass, before any tile has arrived.
  private func unmade() throws -> ViewStage {
    let stage = try ViewStage(Self.raster, access: .pass, holdsBack: true, preview: .coarse)
    #expect(stage.source.asked.values.allSatisfy { $0 == 1 })
    return stage
  }

  @Test func theFirstPassMakesTheNextStepToo() throws {
    let stage = try unmade()
    let all = Set(stage.source.asked.keys)
    let (fit, next) = (level(0.1), level(0.1 * Self.step))
    #expect(all == Set(TileGrid(of: fit).keys + TileGrid(of: next).keys))
    // Whatever the pointer does, restarting the pass would gain nothing.
    for x in [100.0, 500, 20] {
      stage.view.handle(.motion(position: Point(x: x, y: 50), time: 0), at: stage.now)
      stage.run(for: 0.3)
    }
    #expect(Set(stage.source.asked.keys) == all)

    stage.source.holdsBack = false
    stage.run(for: 0.5)
    func isThere(_ level: Level) -> Bool {
      let there = stage.renderer.resident[stage.source.id] ?? [:]
      return TileGrid(of: level).keys.allSatisfy { there[$0] == .exact }
    }
    #expect(isThere(fit) && isThere(next))
    stage.view.changeView(at: stage.now) {
      $0.zoom(byFactor: Self.step, at: Point(x: 300, y: 300), now: stage.now)
    }
    stage.run(for: 0.05)
    #expect(stage.source.asked.filter { all.contains($0.key) }.values.allSatisfy { $0 == 1 })
  }

  @Test func aStepDuringTheFirstPassContinuesIt() throws {
    let stage = try unmade()
    let fit = Set(TileGrid(of: level(0.1)).keys)
    stage.view.changeView(at: stage.now) {
      $0.zoom(byFactor: Self.step, at: Point(x: 300, y: 300), now: stage.now)
    }
    stage.run(for: 0.1)
    #expect(stage.source.asked.values.allSatisfy { $0 == 1 }, "nothing begins anew")
    stage.source.holdsBack = false
    stage.run(for: 0.05)
    let there = stage.renderer.resident[stage.source.id] ?? [:]
    #expect(fit.allSatisfy { there[$0] == .exact })
    let seen = stage.view.zoom?.destination.visibleTiles(of: level(0.1 * Self.step)).keys ?? []
    #expect(!seen.isEmpty && seen.allSatisfy { there[$0] == .exact })
  }

  @Test func prefetchingStopsOnBatteryOrInAHiddenWindow() throws {
    let fit = Set(TileGrid(of: level(0.1)).keys)
    for isBattery in [false, true] {
      let stage = try unmade()
      if isBattery { stage.view.preparesNextStep = false } else { stage.view.isVisible = false }
      stage.run(for: 0.1)
      stage.source.holdsBack = false
      stage.run(for: 0.1)
      let there = stage.renderer.resident[stage.source.id] ?? [:]
      #expect(Set(there.keys) == fit)
    }
  }

  @Test func theFirstPassPrefetchesNothingIfUnwantedOrNotWorthwhile() throws {
    let fit = Set(TileGrid(of: level(0.1)).keys)
    let waiting = try ViewStage(Self.raster, access: .pass, holdsBack: true)
    #expect(Set(waiting.source.asked.keys) == fit, "without a preview the picture comes first")
    let near = try ViewStage(Self.raster, access: .direct, holdsBack: true, preview: .coarse)
    #expect(Set(near.source.asked.keys) == fit)
    let saving = try ViewStage(
      Self.raster, access: .pass, holdsBack: true, preparesNextStep: false, preview: .coarse)
    #expect(Set(saving.source.asked.keys) == fit)
  }
}

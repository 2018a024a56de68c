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

  private func harness(_ access: TilePlanner.Access = .pass) throws -> ViewHarness {
    let harness = try ViewHarness(Self.raster, access: access)
    harness.view.handle(.motion(position: Point(x: 150, y: 100), time: 0), at: harness.now)
    harness.source.forgetAsked()
    return harness
  }

  private func level(_ scale: Double) -> Level { Self.raster.exactLevel(scale: scale) }

  @Test func theNextStepFindsItsTiles() throws {
    let harness = try harness()
    let frames = harness.renderer.frames.count
    harness.run(for: StepPrefetch.idleDelay - 0.05)
    #expect(harness.source.asked.isEmpty, "not before it has stood still for a while")
    harness.run(for: 0.2)
    let next = level(0.1 * Self.step)
    #expect(Set(harness.source.asked.keys) == Set(TileGrid(of: next).keys))
    #expect(harness.renderer.frames.count == frames, "what is not seen is not drawn")
    #expect(harness.view.deadline(at: harness.now) == nil, "prepared once, it sleeps")

    // At each step the level shown is there, and the next one is requested.
    for steps in 2...3 {
      harness.source.forgetAsked()
      harness.view.changeView {
        $0.zoom(byFactor: Self.step, at: Point(x: 300, y: 300), now: harness.now)
      }
      harness.run(for: 0.1)
      #expect(harness.view.isMoving(at: harness.now), "the motion is not waited for")
      let asked = Set(harness.source.asked.keys.map(\.level))
      #expect(asked == [level(0.1 * pow(Self.step, Double(steps)))])
      harness.run(for: 0.5)
      #expect(harness.settled == steps)
    }
  }

  @Test func afterZoomingOutTheNextStepZoomsOut() throws {
    let harness = try harness()
    let place = Point(x: 150, y: 100)
    for factor in [8, 1 / Self.step] {
      harness.source.forgetAsked()
      harness.view.changeView {
        $0.zoom(byFactor: factor, at: place, now: harness.now)
      }
      harness.run(for: 0.6)
    }
    let asked = Set(harness.source.asked.keys.map(\.level))
    #expect(asked == [level(0.8 / Self.step), level(0.8 / Self.step / Self.step)])
  }

  @Test func aMovedPointerPrefetchesItsTilesToo() throws {
    let harness = try harness()
    harness.view.zoom(to: 0.4, animated: false, now: harness.now)
    harness.run(for: 1)
    let next = level(0.4 * Self.step)
    func prepared(_ pointer: Point) -> Bool {
      var zoom = harness.view.zoom
      zoom?.zoom(byFactor: Self.step, at: pointer, now: harness.now)
      let seen = zoom?.destination.visibleTiles(of: next).keys ?? []
      let there = harness.renderer.resident[harness.source.id] ?? [:]
      return !seen.isEmpty && seen.allSatisfy { there[$0] == .exact }
    }
    #expect(prepared(Point(x: 150, y: 100)))
    harness.view.handle(.motion(position: Point(x: 590, y: 390), time: 0), at: harness.now)
    harness.run(for: 0.5)
    #expect(prepared(Point(x: 590, y: 390)))
  }

  @Test func nothingIsPrefetchedIfUnwantedOrNotWorthwhile() throws {
    let near = try harness(.direct)
    near.run(for: 1)
    #expect(near.source.asked.isEmpty, "tiles that are near are made when they are needed")
    let saving = try harness()
    saving.view.preparesNextStep = false
    saving.run(for: 1)
    #expect(saving.source.asked.isEmpty)
    #expect(saving.view.deadline(at: saving.now) == nil)
    let covered = try harness()
    covered.view.isVisible = false
    covered.run(for: 1)
    #expect(covered.source.asked.isEmpty)
  }

  /// A view of a picture that needs a pass, before any tile has arrived.
  private func unmade() throws -> ViewHarness {
    let harness = try ViewHarness(Self.raster, access: .pass, holdsBack: true, preview: .coarse)
    #expect(harness.source.asked.values.allSatisfy { $0 == 1 })
    return harness
  }

  @Test func theFirstPassMakesTheNextStepToo() throws {
    let harness = try unmade()
    let all = Set(harness.source.asked.keys)
    let (fit, next) = (level(0.1), level(0.1 * Self.step))
    #expect(all == Set(TileGrid(of: fit).keys + TileGrid(of: next).keys))
    // Whatever the pointer does, restarting the pass would gain nothing.
    for x in [100.0, 500, 20] {
      harness.view.handle(.motion(position: Point(x: x, y: 50), time: 0), at: harness.now)
      harness.run(for: 0.3)
    }
    #expect(Set(harness.source.asked.keys) == all)

    harness.source.holdsBack = false
    harness.run(for: 0.5)
    func isThere(_ level: Level) -> Bool {
      let there = harness.renderer.resident[harness.source.id] ?? [:]
      return TileGrid(of: level).keys.allSatisfy { there[$0] == .exact }
    }
    #expect(isThere(fit) && isThere(next))
    harness.view.changeView {
      $0.zoom(byFactor: Self.step, at: Point(x: 300, y: 300), now: harness.now)
    }
    harness.run(for: 0.05)
    #expect(harness.source.asked.filter { all.contains($0.key) }.values.allSatisfy { $0 == 1 })
  }

  @Test func aStepDuringTheFirstPassContinuesIt() throws {
    let harness = try unmade()
    let fit = Set(TileGrid(of: level(0.1)).keys)
    harness.view.changeView {
      $0.zoom(byFactor: Self.step, at: Point(x: 300, y: 300), now: harness.now)
    }
    harness.run(for: 0.1)
    #expect(harness.source.asked.values.allSatisfy { $0 == 1 }, "nothing begins anew")
    harness.source.holdsBack = false
    harness.run(for: 0.05)
    let there = harness.renderer.resident[harness.source.id] ?? [:]
    #expect(fit.allSatisfy { there[$0] == .exact })
    let seen = harness.view.zoom?.destination.visibleTiles(of: level(0.1 * Self.step)).keys ?? []
    #expect(!seen.isEmpty && seen.allSatisfy { there[$0] == .exact })
  }

  @Test func prefetchingStopsOnBatteryOrInAHiddenWindow() throws {
    let fit = Set(TileGrid(of: level(0.1)).keys)
    for isBattery in [false, true] {
      let harness = try unmade()
      if isBattery { harness.view.preparesNextStep = false } else { harness.view.isVisible = false }
      harness.run(for: 0.1)
      harness.source.holdsBack = false
      harness.run(for: 0.1)
      let there = harness.renderer.resident[harness.source.id] ?? [:]
      #expect(Set(there.keys) == fit)
    }
  }

  @Test func theFirstPassPrefetchesNothingIfUnwantedOrNotWorthwhile() throws {
    let fit = Set(TileGrid(of: level(0.1)).keys)
    let waiting = try ViewHarness(Self.raster, access: .pass, holdsBack: true)
    #expect(Set(waiting.source.asked.keys) == fit, "without a preview the picture comes first")
    let near = try ViewHarness(Self.raster, access: .direct, holdsBack: true, preview: .coarse)
    #expect(Set(near.source.asked.keys) == fit)
    let saving = try ViewHarness(
      Self.raster, access: .pass, holdsBack: true, preparesNextStep: false, preview: .coarse)
    #expect(Set(saving.source.asked.keys) == fit)
  }
}

import Geometry
import TestSupport
import Testing
import Tiles
import Tiling
import Zooming

@testable import Viewing

/// Layers of a view: what they request, when, and how they share memory.
@Suite struct LayerViewTests {
  private static let raster = SourceLevels(raster: PixelSize(width: 6000, height: 4000))
  private static let center = Point(x: 3000, y: 2000)

  private func harness(prefetches: Bool = false) throws -> ViewHarness {
    var settings = TiledViewSettings()
    settings.prefetches = prefetches
    return try ViewHarness(Self.raster, settings: settings)
  }

  /// Adds a layer with its own source.
  private func add(
    _ number: UInt32, to harness: ViewHarness, _ levels: SourceLevels = raster,
    _ change: (inout ViewLayer) -> Void = { _ in }
  ) -> QuickSource {
    let source = QuickSource(levels, number: number, hasAlpha: true)
    harness.view.add(source, as: .layer)
    var layer = ViewLayer(source.id)
    change(&layer)
    harness.view.layers.append(layer)
    return source
  }

  @Test func aLayerUsesTilesOfItsOwnScale() throws {
    let harness = try harness()
    let half = SourceLevels(raster: PixelSize(width: 3000, height: 2000))
    let source = add(20, to: harness, half) { $0.place.scale = 2 }
    harness.view.zoom(to: 0.5, center: Self.center, animated: false, now: harness.now)
    harness.run(for: 1)
    let frame = try #require(harness.renderer.frames.last)
    #expect(frame.layers.map(\.picture) == [source.id])
    let view = frame.viewport.layer(half.extent, at: frame.layers[0].place)
    #expect(view.scale == 1 && view.isSettled)
    let wanted = Set(view.visibleTiles(of: half.exactLevel(scale: 1)).keys)
    let resident = try #require(harness.renderer.resident[source.id])
    #expect(!wanted.isEmpty && wanted.isSubset(of: Set(resident.keys)))
    #expect(source.out == 0, "every tile was given back")
    #expect(source.asked.values.allSatisfy { $0 == 1 })
    #expect(harness.view.isAtRest(at: harness.now))
    let frames = harness.renderer.frames.count
    harness.run(for: 1)
    #expect(harness.renderer.frames.count == frames, "at rest nothing is drawn")
  }

  @Test func changingALayerDecodesNothing() throws {
    let harness = try harness()
    let source = add(20, to: harness)
    harness.run(for: 1)
    source.forgetAsked()
    let frames = harness.renderer.frames.count
    harness.view.layers[0].opacity = 0.3
    harness.run(for: 0.1)
    harness.view.layers[0].isVisible = false
    harness.run(for: 0.1)
    #expect(harness.renderer.frames.last?.layers.isEmpty == true)
    harness.view.layers[0].isVisible = true
    harness.run(for: 0.1)
    // The layer moves, but stays on the surface, at the same scale.
    harness.view.layers[0].place.origin = Point(x: 40, y: 0)
    harness.run(for: 0.1)
    #expect(source.asked.isEmpty)
    #expect(harness.renderer.frames.count == frames + 4)
    #expect(harness.renderer.frames.last?.layers.first?.opacity == 0.3)
  }

  @Test func invisibleLayersRequestNothing() throws {
    let harness = try harness()
    let hidden = add(20, to: harness) { $0.isVisible = false }
    let clear = add(21, to: harness) { $0.opacity = 0 }
    let outside = add(22, to: harness) { $0.place.origin = Point(x: 6001, y: 0) }
    let unnamed = QuickSource(Self.raster, number: 23)
    harness.view.add(unnamed, as: .layer)
    harness.view.zoom(to: 1, center: Self.center, animated: false, now: harness.now)
    harness.run(for: 1)
    for source in [hidden, clear, outside, unnamed] {
      #expect(source.plans == 0 && source.asked.isEmpty, "\(source.id)")
    }
    #expect(harness.settled == 2, "nobody waits for them")
    // Move the view to one of the layers.
    harness.view.zoom(to: 0.1, center: Point(x: 6000, y: 0), animated: false, now: harness.now)
    harness.view.layers[2].place.origin = Point(x: 5000, y: 0)
    harness.run(for: 1)
    #expect(!outside.asked.isEmpty && hidden.asked.isEmpty)
  }

  @Test func layersHiddenForLongGiveUpTheirTiles() throws {
    let harness = try harness()
    let source = add(20, to: harness)
    harness.run(for: 1)
    #expect(harness.renderer.resident[source.id]?.isEmpty == false)
    harness.view.layers[0].isVisible = false
    let start = harness.now
    harness.run(for: HiddenLayers.hiddenDuration - 0.5)
    #expect(harness.renderer.resident[source.id]?.isEmpty == false)
    let deadline = try #require(harness.view.deadline(at: harness.now))
    #expect(abs(deadline - (start + HiddenLayers.hiddenDuration)) < 0.1, "the view wakes for it")
    harness.run(for: 1)
    #expect(harness.renderer.resident[source.id]?.isEmpty != false)
    #expect(harness.view.deadline(at: harness.now) == nil, "and sleeps then")
    source.forgetAsked()
    harness.view.layers[0].isVisible = true
    harness.run(for: 1)
    #expect(!source.asked.isEmpty && harness.view.isAtRest(at: harness.now))
  }

  @Test func theFirstFrameDoesNotWaitForAPendingLayer() throws {
    let harness = try harness()
    let source = QuickSource(Self.raster, number: 20, opens: false)
    harness.view.add(source, as: .layer)
    harness.view.layers = [ViewLayer(source.id)]
    let frames = harness.renderer.frames.count
    let settled = harness.settled
    harness.view.zoom(to: 1, center: Self.center, animated: false, now: harness.now)
    harness.run(for: 1)
    #expect(harness.renderer.frames.count > frames && source.asked.isEmpty)
    #expect(harness.settled == settled, "its tiles are not on the screen")
    #expect(!harness.view.isAtRest(at: harness.now))
    source.tell(.opened(SourceInfo(levels: Self.raster, isRandomAccess: true)))
    harness.run(for: 1)
    #expect(harness.settled == settled + 1 && harness.view.isAtRest(at: harness.now))
  }

  @Test func aFailedLayerLeavesTheOthers() throws {
    let harness = try harness()
    let good = add(20, to: harness)
    let bad = add(21, to: harness)
    harness.run(for: 1)
    bad.tell(.failed("it is gone"))
    harness.view.zoom(to: 1, center: Self.center, animated: false, now: harness.now)
    bad.forgetAsked()
    harness.run(for: 1)
    #expect(
      harness.sourceEvents.contains { if case .failed("it is gone") = $0 { true } else { false } })
    #expect(bad.asked.isEmpty)
    #expect(harness.view.isAtRest(at: harness.now))
    let view = try #require(harness.renderer.frames.last?.viewport)
    for id in [harness.source.id, good.id] {
      let wanted = Set(view.visibleTiles(of: Self.raster.exactLevel(scale: 1)).keys)
      #expect(wanted.isSubset(of: Set((harness.renderer.resident[id] ?? [:]).keys)))
    }
    let settled = harness.settled
    harness.view.remove(bad.id)
    harness.run(for: 0.2)
    #expect(bad.isClosed && harness.view.layers.map(\.source) == [good.id])
    #expect(harness.settled == settled + 1, "the view without it has settled")
  }

  @Test func lostTilesOfLayersReturn() throws {
    let harness = try harness()
    let source = add(20, to: harness)
    harness.run(for: 1)
    source.forgetAsked()
    harness.renderer.lose()
    harness.run(for: 0.5)
    #expect(!source.asked.isEmpty)
    #expect(harness.renderer.resident[source.id]?.isEmpty == false)
  }

  @Test func filtersExtendOnlyTheLayersTheyApplyTo() throws {
    let harness = try harness()
    let plain = add(20, to: harness)
    let filtered = add(21, to: harness) { $0.isFiltered = true }
    harness.view.filtersBase = false
    harness.view.filterMargin = { _ in 40 }
    harness.view.zoom(to: 1, center: Self.center, animated: false, now: harness.now)
    harness.run(for: 1)
    #expect(harness.source.demand?.margin == 0 && plain.demand?.margin == 0)
    #expect(filtered.demand?.margin == 40)
    let frame = try #require(harness.renderer.frames.last)
    #expect(!frame.isFiltered && frame.layers.map(\.isFiltered) == [false, true])
  }

  /// Whatever is shown, all tiles together stay within one view's memory budget.
  @Test(arguments: 1...6) func layersShareTheBudget(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let harness = try harness(prefetches: true)
    var sources = [harness.source]
    for number in 0..<UInt32(4) { sources.append(add(30 + number, to: harness)) }
    let budget = MemoryBudget(surface: harness.view.surface).total
    var most = 0
    for _ in 0..<25 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let index = Int.random(in: 0..<4, using: &random)
        harness.view.layers[index].isVisible.toggle()
      case 1:
        let index = Int.random(in: 0..<4, using: &random)
        harness.view.layers[index].place = LayerPlace(
          origin: Point(
            x: .random(in: -2000...2000, using: &random),
            y: .random(in: -2000...2000, using: &random)),
          scale: .random(in: 0.3...2, using: &random))
      default:
        harness.view.zoom(
          to: .random(in: 0.1...2, using: &random),
          center: Point(
            x: .random(in: 0...6000, using: &random), y: .random(in: 0...4000, using: &random)),
          animated: .random(using: &random), now: harness.now)
      }
      let steps = Int.random(in: 1...40, using: &random)
      for _ in 0..<steps {
        harness.run(for: 1 / 60.0)
        most = max(most, harness.view.memoryUse.tiles)
      }
    }
    #expect(most <= budget, "seed \(seed): \(most) of \(budget) bytes")
    harness.view.layers.indices.forEach { harness.view.layers[$0].isVisible = true }
    harness.run(for: 3)
    #expect(harness.view.isAtRest(at: harness.now), "seed \(seed)")
    for source in sources { #expect(source.out == 0, "seed \(seed)") }
  }
}

@Suite struct LayerDetailTests {
  private func need(_ number: UInt32) -> LayerDetail.Need {
    let picture = Extent(width: 9000, height: 9000)
    let base = Viewport(
      settledOn: PixelSize(width: 1280, height: 800), picture: picture, scale: 1)
    return LayerDetail.Need(
      source: SourceID(number: number), view: base.layer(picture, at: LayerPlace()),
      levels: SourceLevels(extent: picture), margin: 0)
  }

  @Test func theLowestLayersComeFirstAndTheRestFits() {
    var detail = LayerDetail()
    let needs = [need(1), need(2), need(3), need(4)]
    let whole = LayerDetail.bytes(needs[0], halvings: 0)
    detail.update(needs, room: whole * 2 + whole / 2)
    #expect(detail.halvings[SourceID(number: 1)] == 0)
    #expect(detail.halvings[SourceID(number: 2)] == 0)
    let sum = needs.reduce(0) {
      $0 + LayerDetail.bytes($1, halvings: detail.halvings[$1.source] ?? 0)
    }
    #expect(sum <= whole * 2 + whole / 2)
    #expect((detail.halvings[SourceID(number: 3)] ?? 0) > 0)
  }

  @Test func aLittleMoreRoomRefinesNothing() {
    var detail = LayerDetail()
    let need = need(1)
    let whole = LayerDetail.bytes(need, halvings: 0)
    detail.update([need], room: whole - 1)
    #expect(detail.halvings[need.source] == 1)
    detail.update([need], room: whole + 1)
    #expect(detail.halvings[need.source] == 1)
    detail.update([need], room: whole * 2)
    #expect(detail.halvings[need.source] == 0)
  }
}

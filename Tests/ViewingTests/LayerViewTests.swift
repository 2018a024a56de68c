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

  private func stage(prefetches: Bool = false) throws -> ViewStage {
    var settings = TiledViewSettings()
    settings.prefetches = prefetches
    return try ViewStage(Self.raster, settings: settings)
  }

  /// Adds a layer with its own source.
  private func add(
    _ number: UInt32, to stage: ViewStage, _ levels: SourceLevels = raster,
    _ change: (inout ViewLayer) -> Void = { _ in }
  ) -> QuickSource {
    let source = QuickSource(levels, number: number, hasAlpha: true)
    stage.view.add(source, as: .layer)
    var layer = ViewLayer(source.id)
    change(&layer)
    stage.view.layers.append(layer)
    return source
  }

  @Test func aLayerUsesTilesOfItsOwnScale() throws {
    let stage = try stage()
    let half = SourceLevels(raster: PixelSize(width: 3000, height: 2000))
    let source = add(20, to: stage, half) { $0.place.scale = 2 }
    stage.view.zoom(to: 0.5, center: Self.center, animated: false, now: stage.now)
    stage.run(for: 1)
    let frame = try #require(stage.renderer.frames.last)
    #expect(frame.layers.map(\.picture) == [source.id])
    let view = frame.viewport.layer(half.extent, at: frame.layers[0].place)
    #expect(view.scale == 1 && view.isSettled)
    let wanted = Set(view.visibleTiles(of: half.exactLevel(scale: 1)).keys)
    let resident = try #require(stage.renderer.resident[source.id])
    #expect(!wanted.isEmpty && wanted.isSubset(of: Set(resident.keys)))
    #expect(source.out == 0, "every tile was given back")
    #expect(source.asked.values.allSatisfy { $0 == 1 })
    #expect(stage.view.isAtRest(at: stage.now))
    let frames = stage.renderer.frames.count
    stage.run(for: 1)
    #expect(stage.renderer.frames.count == frames, "at rest nothing is drawn")
  }

  @Test func changingALayerDecodesNothing() throws {
    let stage = try stage()
    let source = add(20, to: stage)
    stage.run(for: 1)
    source.forgetAsked()
    let frames = stage.renderer.frames.count
    stage.view.layers[0].opacity = 0.3
    stage.run(for: 0.1)
    stage.view.layers[0].isVisible = false
    stage.run(for: 0.1)
    #expect(stage.renderer.frames.last?.layers.isEmpty == true)
    stage.view.layers[0].isVisible = true
    stage.run(for: 0.1)
    // The layer moves, but stays on the surface, at the same scale.
    stage.view.layers[0].place.origin = Point(x: 40, y: 0)
    stage.run(for: 0.1)
    #expect(source.asked.isEmpty)
    #expect(stage.renderer.frames.count == frames + 4)
    #expect(stage.renderer.frames.last?.layers.first?.opacity == 0.3)
  }

  @Test func invisibleLayersRequestNothing() throws {
    let stage = try stage()
    let hidden = add(20, to: stage) { $0.isVisible = false }
    let clear = add(21, to: stage) { $0.opacity = 0 }
    let outside = add(22, to: stage) { $0.place.origin = Point(x: 6001, y: 0) }
    let unnamed = QuickSource(Self.raster, number: 23)
    stage.view.add(unnamed, as: .layer)
    stage.view.zoom(to: 1, center: Self.center, animated: false, now: stage.now)
    stage.run(for: 1)
    for source in [hidden, clear, outside, unnamed] {
      #expect(source.plans == 0 && source.asked.isEmpty, "\(source.id)")
    }
    #expect(stage.settled == 2, "nobody waits for them")
    // Move the view to one of the layers.
    stage.view.zoom(to: 0.1, center: Point(x: 6000, y: 0), animated: false, now: stage.now)
    stage.view.layers[2].place.origin = Point(x: 5000, y: 0)
    stage.run(for: 1)
    #expect(!outside.asked.isEmpty && hidden.asked.isEmpty)
  }

  @Test func layersHiddenForLongGiveUpTheirTiles() throws {
    let stage = try stage()
    let source = add(20, to: stage)
    stage.run(for: 1)
    #expect(stage.renderer.resident[source.id]?.isEmpty == false)
    stage.view.layers[0].isVisible = false
    let start = stage.now
    stage.run(for: LayerRest.patience - 0.5)
    #expect(stage.renderer.resident[source.id]?.isEmpty == false)
    let deadline = try #require(stage.view.deadline(at: stage.now))
    #expect(abs(deadline - (start + LayerRest.patience)) < 0.1, "the view wakes for it")
    stage.run(for: 1)
    #expect(stage.renderer.resident[source.id]?.isEmpty != false)
    #expect(stage.view.deadline(at: stage.now) == nil, "and sleeps then")
    source.forgetAsked()
    stage.view.layers[0].isVisible = true
    stage.run(for: 1)
    #expect(!source.asked.isEmpty && stage.view.isAtRest(at: stage.now))
  }

  @Test func theFirstFrameDoesNotWaitForAPendingLayer() throws {
    let stage = try stage()
    let source = QuickSource(Self.raster, number: 20, opens: false)
    stage.view.add(source, as: .layer)
    stage.view.layers = [ViewLayer(source.id)]
    let frames = stage.renderer.frames.count
    let settled = stage.settled
    stage.view.zoom(to: 1, center: Self.center, animated: false, now: stage.now)
    stage.run(for: 1)
    #expect(stage.renderer.frames.count > frames && source.asked.isEmpty)
    #expect(stage.settled == settled, "its tiles are not on the screen")
    #expect(!stage.view.isAtRest(at: stage.now))
    source.tell(.opened(SourceInfo(levels: Self.raster, isRandomAccess: true)))
    stage.run(for: 1)
    #expect(stage.settled == settled + 1 && stage.view.isAtRest(at: stage.now))
  }

  @Test func aFailedLayerLeavesTheOthers() throws {
    let stage = try stage()
    let good = add(20, to: stage)
    let bad = add(21, to: stage)
    stage.run(for: 1)
    bad.tell(.failed("it is gone"))
    stage.view.zoom(to: 1, center: Self.center, animated: false, now: stage.now)
    bad.forgetAsked()
    stage.run(for: 1)
    #expect(stage.news.contains { if case .failed("it is gone") = $0 { true } else { false } })
    #expect(bad.asked.isEmpty)
    #expect(stage.view.isAtRest(at: stage.now))
    let view = try #require(stage.renderer.frames.last?.viewport)
    for id in [stage.source.id, good.id] {
      let wanted = Set(view.visibleTiles(of: Self.raster.exactLevel(scale: 1)).keys)
      #expect(wanted.isSubset(of: Set((stage.renderer.resident[id] ?? [:]).keys)))
    }
    let settled = stage.settled
    stage.view.remove(bad.id)
    stage.run(for: 0.2)
    #expect(bad.isClosed && stage.view.layers.map(\.source) == [good.id])
    #expect(stage.settled == settled + 1, "the view without it has settled")
  }

  @Test func lostTilesOfLayersReturn() throws {
    let stage = try stage()
    let source = add(20, to: stage)
    stage.run(for: 1)
    source.forgetAsked()
    stage.renderer.lose()
    stage.run(for: 0.5)
    #expect(!source.asked.isEmpty)
    #expect(stage.renderer.resident[source.id]?.isEmpty == false)
  }

  @Test func filtersExtendOnlyTheLayersTheyApplyTo() throws {
    let stage = try stage()
    let plain = add(20, to: stage)
    let filtered = add(21, to: stage) { $0.isFiltered = true }
    stage.view.filtersBase = false
    stage.view.filterMargin = { _ in 40 }
    stage.view.zoom(to: 1, center: Self.center, animated: false, now: stage.now)
    stage.run(for: 1)
    #expect(stage.source.demand?.margin == 0 && plain.demand?.margin == 0)
    #expect(filtered.demand?.margin == 40)
    let frame = try #require(stage.renderer.frames.last)
    #expect(!frame.isFiltered && frame.layers.map(\.isFiltered) == [false, true])
  }

  /// Whatever is shown, all tiles together stay within one view's memory budget.
  @Test(arguments: 1...6) func layersShareTheBudget(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let stage = try stage(prefetches: true)
    var sources = [stage.source]
    for number in 0..<UInt32(4) { sources.append(add(30 + number, to: stage)) }
    let budget = MemoryBudget(surface: stage.view.surface).total
    var most = 0
    for _ in 0..<25 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let index = Int.random(in: 0..<4, using: &random)
        stage.view.layers[index].isVisible.toggle()
      case 1:
        let index = Int.random(in: 0..<4, using: &random)
        stage.view.layers[index].place = LayerPlace(
          origin: Point(
            x: .random(in: -2000...2000, using: &random),
            y: .random(in: -2000...2000, using: &random)),
          scale: .random(in: 0.3...2, using: &random))
      default:
        stage.view.zoom(
          to: .random(in: 0.1...2, using: &random),
          center: Point(
            x: .random(in: 0...6000, using: &random), y: .random(in: 0...4000, using: &random)),
          animated: .random(using: &random), now: stage.now)
      }
      let steps = Int.random(in: 1...40, using: &random)
      for _ in 0..<steps {
        stage.run(for: 1 / 60.0)
        most = max(most, stage.view.memoryUse.tiles)
      }
    }
    #expect(most <= budget, "seed \(seed): \(most) of \(budget) bytes")
    stage.view.layers.indices.forEach { stage.view.layers[$0].isVisible = true }
    stage.run(for: 3)
    #expect(stage.view.isAtRest(at: stage.now), "seed \(seed)")
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

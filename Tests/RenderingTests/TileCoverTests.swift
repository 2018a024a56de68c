import Geometry
import TestSupport
import Testing
import Tiles
import Zooming

@testable import Rendering

struct TileCoverTests {
  private let picture = PixelSize(width: 2000, height: 1500)

  private func keys(_ level: Level) -> [TileKey] { Pattern(level: level) { _, _ in .zero }.keys }

  @Test func aSettledExactLevelIsDrawnTexelForPixel() {
    let view = Viewport.view(
      picture, on: PixelSize(width: 800, height: 600), scale: 0.4, x: 0, y: 0)
    let draws = TileCover.draws(view, resident: keys(Level(of: picture, scale: 0.4)))
    #expect(draws.count == 12)
    #expect(draws.allSatisfy { $0.sampling == .texelForPixel })
    #expect(
      draws.allSatisfy {
        $0.texels.stepX == Point(x: 1, y: 0) && $0.texels.stepY == Point(x: 0, y: 1)
          && $0.texels.origin == Point(x: 1, y: 1)
      })
  }

  @Test func theExactLevelComesFirstThenFinerThenCoarser() {
    let view = Viewport.view(
      picture, on: PixelSize(width: 800, height: 600), scale: 0.25, isSettled: false)
    let own = Level(of: picture, scale: 0.25)
    let scales = [1.0, 0.1, 0.3, 0.25, 0.5, 0.2]
    let ranked = TileCover.ranked(
      scales.map { Level(of: picture, scale: $0) }, of: SourceLevels(extent: view.picture),
      for: view)
    #expect(ranked.first == own)
    #expect(ranked == [0.25, 0.3, 0.5, 1.0, 0.2, 0.1].map { Level(of: picture, scale: $0) })
  }

  @Test func aLevelTooFineToSampleComesLast() {
    let view = Viewport.view(
      picture, on: PixelSize(width: 800, height: 600), scale: 0.2, isSettled: false)
    let ranked = TileCover.ranked(
      [1.0, 0.1].map { Level(of: picture, scale: $0) }, of: SourceLevels(extent: view.picture),
      for: view)
    #expect(ranked == [0.1, 1.0].map { Level(of: picture, scale: $0) })
  }

  @Test func coarseTilesFillOnlyMissingFineOnes() {
    let surface = PixelSize(width: 512, height: 512)
    let view = Viewport.view(picture, on: surface, scale: 1)
    let own = Level(size: picture)
    let coarse = Level(of: picture, scale: 0.25)
    let fine = TileKey(level: own, column: 1, row: 0)
    let draws = TileCover.draws(view, resident: keys(coarse) + [fine])
    let fromFine = draws.filter { $0.key == fine }
    #expect(fromFine.map(\.pixels) == [PixelRect(minX: 256, minY: 0, maxX: 512, maxY: 256)])
    #expect(draws.filter { $0.key != fine }.allSatisfy { $0.sampling == .smooth })
  }

  @Test(arguments: 0..<60) func everyPixelIsDrawnOnce(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    let picture = random.size(1...3000, 1...3000)
    let surface = random.size(1...400, 1...300)
    let isSettled = Bool.random(using: &random)
    let scale = Double.random(in: 0.02...6, using: &random)
    var view = Viewport.view(
      picture, on: surface, scale: scale, x: .random(in: -2000...300, using: &random),
      y: .random(in: -2000...300, using: &random),
      orientation: Orientation(
        isMirrored: .random(using: &random), quarterTurns: .random(in: 0...3, using: &random)),
      isSettled: isSettled)
    if isSettled { view.origin = Point(x: view.origin.x.rounded(), y: view.origin.y.rounded()) }
    // The coarsest level is complete; the others lack some tiles.
    var resident = keys(Level(of: picture, scale: 0.05))
    for level in [
      Level(of: picture, scale: scale), Level(of: picture, scale: 0.5),
      Level(of: picture, scale: 1),
    ] {
      resident += keys(level).filter { _ in Bool.random(using: &random) }
    }
    var count = [Int](repeating: 0, count: surface.width * surface.height)
    for draw in TileCover.draws(view, resident: Set(resident)) {
      #expect(draw.pixels.intersection(PixelRect(surface)) == draw.pixels)
      for y in draw.pixels.minY..<draw.pixels.maxY {
        for x in draw.pixels.minX..<draw.pixels.maxX { count[y * surface.width + x] += 1 }
      }
      // No texel outside the stored tile is sampled, interpolation included.
      let stored = draw.key.layout.stored
      for (right, down) in [(0, 0), (draw.pixels.width - 1, draw.pixels.height - 1)] {
        let texel =
          draw.texels.origin + draw.texels.stepX * (Double(right) + 0.5)
          + draw.texels.stepY * (Double(down) + 0.5)
        #expect(texel.x > 0.99 && texel.x < Double(stored.width) - 0.99, "seed \(seed)")
        #expect(texel.y > 0.99 && texel.y < Double(stored.height) - 0.99, "seed \(seed)")
      }
    }
    let inside = PixelRect(centersIn: view.shownRect)
    var wrong = 0
    for y in 0..<surface.height {
      for x in 0..<surface.width {
        let isInside = x >= inside.minX && x < inside.maxX && y >= inside.minY && y < inside.maxY
        if count[y * surface.width + x] != (isInside ? 1 : 0) { wrong += 1 }
      }
    }
    #expect(wrong == 0, "seed \(seed), \(view)")
  }

  @Test func magnificationIsSmoothUpTo200PercentThenCrisp() {
    func sampling(_ scale: Double, _ magnification: Frame.Magnification) -> TileDraw.Sampling? {
      let view = Viewport.view(picture, on: PixelSize(width: 100, height: 100), scale: scale)
      return TileCover.draws(
        view, resident: keys(Level(size: picture)), magnification: magnification
      ).first?.sampling
    }
    #expect(sampling(1.9, .automatic) == .smooth)
    #expect(sampling(2, .automatic) == .crisp)
    #expect(sampling(8, .smooth) == .smooth)
    #expect(sampling(1.5, .crisp) == .crisp)
    #expect(sampling(1, .smooth) == .texelForPixel)
  }

  @Test func anInvalidViewDrawsNothing() {
    let resident = keys(Level(size: picture))
    var view = Viewport.view(picture, on: PixelSize(width: 100, height: 100))
    view.scale = .nan
    #expect(TileCover.draws(view, resident: resident).isEmpty)
    view.scale = 1
    view.origin.x = .infinity
    #expect(TileCover.draws(view, resident: resident).isEmpty)
    view.origin.x = 1e30
    #expect(TileCover.draws(view, resident: resident).isEmpty)
  }
}

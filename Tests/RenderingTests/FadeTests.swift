import Geometry
import TestSupport
import Testing
import Tiles
import Zooming

@testable import Rendering

@Suite struct FadeTests {
  private static let picture = PixelSize(width: 600, height: 400)
  private let fine = Pattern.opaque(600, 400)
  private let coarse = Pattern.smooth(300, 200)
  private let view = Viewport.view(Self.picture, on: Self.picture)

  private func renderer(_ patterns: [Pattern]) throws -> OffscreenRenderer {
    let renderer = OffscreenRenderer()
    for pattern in patterns { for tile in try pattern.tiles() { try renderer.upload(tile) } }
    return renderer
  }

  @Test(
    .enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"),
    arguments: [
      nil,
      Backdrop.Checker(
        first: .init(red: 102, green: 12, blue: 250), second: .init(red: 153, green: 77, blue: 3),
        edge: 8),
    ])
  func aFadingTileIsBlendedOverItsBackground(_ checker: Backdrop.Checker?) throws {
    let fine = checker == nil ? fine : Pattern.translucent(600, 400)
    let before = try renderer([coarse]).render(.of(view, checker: checker))
    let renderer = try renderer([coarse, fine])
    let after = try renderer.render(.of(view, checker: checker))
    let key = TileKey(level: fine.level, column: 1, row: 0)
    for share in [0, 0.25, 0.5, 0.9] {
      var frame = Frame.of(view, checker: checker)
      frame.fades = [key: share]
      let pixels = try renderer.render(frame)
      var worst = 0.0
      for y in 0..<400 {
        for x in 0..<600 {
          let isFading = (256..<512).contains(x) && y < 256
          let old = before.pixel(x, y, width: 600)
          let new = after.pixel(x, y, width: 600)
          let shown = pixels.pixel(x, y, width: 600)
          for channel in 0..<4 {
            let expected =
              isFading
              ? Double(old[channel]) * (1 - share) + Double(new[channel]) * share
              : Double(new[channel])
            worst = max(worst, abs(expected - Double(shown[channel])))
          }
        }
      }
      // The opacity and both products are rounded to 8 bits.
      #expect(worst <= 1.5, "\(share)")
    }
  }

  @Test func withoutFadesTheDrawsAreUnchanged() {
    let keys = coarse.keys + fine.keys.dropFirst()
    let plain = TileCover.draws(view, resident: keys)
    #expect(TileCover.draws(view, resident: keys, fades: [:]) == plain)
    // A fade of a tile that is not resident changes nothing either.
    #expect(TileCover.draws(view, resident: keys, fades: [fine.keys[0]: 0.5]) == plain)
  }

  @Test func aFadeOverNothingIsSkipped() {
    let draws = TileCover.draws(
      view, resident: fine.keys,
      fades: Dictionary(uniqueKeysWithValues: fine.keys.map { ($0, 0.1) }))
    #expect(draws.allSatisfy { $0.opacity == 1 } && draws.count == fine.keys.count)
  }

  @Test(arguments: 0..<30) func eachPixelBelowAFadeIsFilledOnce(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    let view = Viewport.view(
      Self.picture, on: PixelSize(width: 300, height: 200),
      scale: .random(in: 0.3...3, using: &random), x: .random(in: -500...100, using: &random),
      y: .random(in: -500...100, using: &random), isSettled: false)
    let middle = Pattern(level: Level(size: PixelSize(width: 450, height: 300))) { _, _ in .zero }
    let resident =
      coarse.keys + (fine.keys + middle.keys).filter { _ in Bool.random(using: &random) }
    let fading = resident.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let fades = Dictionary(uniqueKeysWithValues: fading.map { ($0, 0.5) })
    var filled = [Int](repeating: 0, count: 300 * 200)
    var mixed = filled
    var hasMixed = false
    for draw in TileCover.draws(view, resident: resident, fades: fades) {
      #expect(draw.opacity == 1 || fades[draw.key] != nil, "seed \(seed)")
      #expect(draw.opacity < 1 || !hasMixed, "seed \(seed)")
      hasMixed = draw.opacity < 1
      for y in draw.pixels.minY..<draw.pixels.maxY {
        for x in draw.pixels.minX..<draw.pixels.maxX {
          if draw.opacity < 1 { mixed[y * 300 + x] += 1 } else { filled[y * 300 + x] += 1 }
        }
      }
    }
    let inside = PixelRect(centersIn: view.shownRect)
    var wrong = 0
    for y in 0..<200 {
      for x in 0..<300 {
        let isInside = x >= inside.minX && x < inside.maxX && y >= inside.minY && y < inside.maxY
        if filled[y * 300 + x] != (isInside ? 1 : 0) || mixed[y * 300 + x] > 1 { wrong += 1 }
      }
    }
    #expect(wrong == 0, "seed \(seed)")
  }
}

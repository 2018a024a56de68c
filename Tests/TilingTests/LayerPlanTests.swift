import Geometry
import TestSupport
import Testing
import Tiles
import Tiling

/// The place of a layer in a view of the picture under it.
@Suite struct LayerPlanTests {
  private static func random(_ random: inout SeededNumbers, isSettled: Bool) -> Viewport {
    let picture = Extent(
      width: Double(Int.random(in: 50...9000, using: &random)),
      height: Double(Int.random(in: 50...9000, using: &random)))
    let origin = Point(
      x: .random(in: -2000...500, using: &random), y: .random(in: -2000...500, using: &random))
    return Viewport(
      surface: PixelSize(width: 800, height: 600), picture: picture,
      orientation: Orientation(
        isMirrored: .random(using: &random), quarterTurns: .random(in: 0...3, using: &random)),
      scale: .random(in: 0.05...5, using: &random),
      origin: isSettled ? Point(x: origin.x.rounded(), y: origin.y.rounded()) : origin,
      isSettled: isSettled)
  }

  private static func place(_ random: inout SeededNumbers) -> (LayerPlace, Extent) {
    (
      LayerPlace(
        origin: Point(
          x: .random(in: -3000...6000, using: &random),
          y: .random(in: -3000...6000, using: &random)),
        scale: .random(in: 0.1...4, using: &random)),
      Extent(
        width: .random(in: 100...3000, using: &random),
        height: .random(in: 100...3000, using: &random))
    )
  }

  @Test(arguments: 1...200) func aMovingLayerIsExactlyInPlace(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    let view = Self.random(&random, isSettled: false)
    let (place, extent) = Self.place(&random)
    let layer = view.layer(extent, at: place)
    guard layer.shownSize.x > 1, layer.shownSize.y > 1 else { return }
    for _ in 0..<5 {
      let point = Point(
        x: .random(in: 0...extent.width, using: &random),
        y: .random(in: 0...extent.height, using: &random))
      let inPicture = place.origin + point * place.scale
      let apart = (layer.devicePoint(of: point) - view.devicePoint(of: inPicture)).length
      #expect(apart < 1e-6, "seed \(seed)")
    }
  }

  @Test(arguments: 1...200) func aLayerAtRestIsOnWholePixelsAndKeepsItsPlaceDuringPans(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    let view = Self.random(&random, isSettled: true)
    let (place, extent) = Self.place(&random)
    let layer = view.layer(extent, at: place)
    #expect(layer.origin == Point(x: layer.origin.x.rounded(), y: layer.origin.y.rounded()))
    let level = SourceLevels(extent: extent, scales: .any(upTo: 100)).exactLevel(of: layer)
    #expect(
      Point(x: Double(level.size.width), y: Double(level.size.height))
        == (layer.orientation.isTransposing
          ? Point(x: layer.shownSize.y, y: layer.shownSize.x) : layer.shownSize),
      "seed \(seed)")
    // The picture's own size is rounded, too, and the layer is stretched by as much.
    let stretch = Point(
      x: view.shownSize.x / (view.shownPicture.width * view.scale),
      y: view.shownSize.y / (view.shownPicture.height * view.scale))
    let size = view.orientation.applied(to: extent)
    let reach = Point(
      x: abs(stretch.x - 1) * size.width * layer.scale / 2 + 1,
      y: abs(stretch.y - 1) * size.height * layer.scale / 2 + 1)
    for corner in [Point.zero, Point(x: extent.width, y: extent.height)] {
      let apart =
        layer.devicePoint(of: corner) - view.devicePoint(of: place.origin + corner * place.scale)
      #expect(abs(apart.x) <= reach.x && abs(apart.y) <= reach.y, "seed \(seed)")
    }
    var panned = view
    let way = Point(
      x: Double(Int.random(in: -900...900, using: &random)),
      y: Double(Int.random(in: -900...900, using: &random)))
    panned.origin = view.origin + way
    #expect(panned.layer(extent, at: place).origin == layer.origin + way, "seed \(seed)")
  }

  @Test(arguments: 1...100) func aLayerInThePicturesPlaceCoversThePicture(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    let view = Self.random(&random, isSettled: true)
    #expect(view.layer(view.picture, at: LayerPlace()).shownRect == view.shownRect)
    // Half the size in its own pixels, at twice the scale.
    let half = Extent(width: view.picture.width / 2, height: view.picture.height / 2)
    #expect(view.layer(half, at: LayerPlace(scale: 2)).shownRect == view.shownRect)
  }
}

import Geometry
import TestSupport
import Testing
import Tiles

@testable import Rendering

/// Sprites, exact to the pixel in both renderers.
@Suite struct SpriteTests {
  private static let picture = PixelSize(width: 400, height: 300)
  private static let surface = PixelSize(width: 320, height: 240)
  private let atlas = Pattern.translucent(64, 48)

  private func bitmap() throws -> OverlayBitmap {
    var bytes: [UInt8] = []
    for y in 0..<48 {
      for x in 0..<64 {
        let pixel = atlas.at(x, y)
        bytes += [pixel.x, pixel.y, pixel.z, pixel.w]
      }
    }
    return try #require(OverlayBitmap(size: atlas.level.size, pixels: bytes))
  }

  private static func sprites(_ random: inout SeededNumbers, count: Int) -> [SpriteBatch.Sprite] {
    (0..<count).map { _ in
      let minX = Int.random(in: 0..<60, using: &random)
      let minY = Int.random(in: 0..<44, using: &random)
      return SpriteBatch.Sprite(
        point: Point(
          x: .random(in: -20...420, using: &random), y: .random(in: -20...320, using: &random)),
        texels: PixelRect(
          minX: minX, minY: minY, maxX: .random(in: minX + 1...64, using: &random),
          maxY: .random(in: minY + 1...48, using: &random)),
        anchorX: .random(in: -5...30, using: &random),
        anchorY: .random(in: -5...30, using: &random))
    }
  }

  /// Places sprites with the viewport's own arithmetic, and composites them in order.
  private func expected(
    _ sprites: [SpriteBatch.Sprite], in view: Viewport, over below: [UInt8]
  ) -> [UInt8] {
    var result = below
    for sprite in sprites {
      let device = view.devicePoint(of: sprite.point)
      let left = Int((device.x + 0.5).rounded(.down)) - sprite.anchorX
      let top = Int((device.y + 0.5).rounded(.down)) - sprite.anchorY
      for y in 0..<sprite.texels.height where (0..<Self.surface.height).contains(top + y) {
        for x in 0..<sprite.texels.width where (0..<Self.surface.width).contains(left + x) {
          let pixel = atlas.at(sprite.texels.minX + x, sprite.texels.minY + y)
          let start = ((top + y) * Self.surface.width + left + x) * 4
          for channel in 0..<4 {
            let behind = Double(result[start + channel]) * (1 - Double(pixel.w) / 255)
            result[start + channel] = UInt8(min(255, Double(pixel[channel]) + behind.rounded()))
          }
        }
      }
    }
    return result
  }

  @Test(arguments: Drawer.available, 1...8)
  func spritesAreOnWholePixelsInEveryView(_ drawer: Drawer, seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let renderer = drawer.renderer()
    let pattern = Pattern.opaque(400, 300)
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    try renderer.setOverlay(5, bitmap: try bitmap())
    let isSettled = seed % 2 == 0
    let view = Viewport.view(
      Self.picture, on: Self.surface, scale: .random(in: 0.4...3, using: &random),
      x: isSettled ? -40 : .random(in: -100...50, using: &random),
      y: isSettled ? 7 : .random(in: -100...50, using: &random),
      orientation: Orientation(exif: seed), isSettled: isSettled)
    var frame = Frame.of(view)
    let below = try renderer.render(frame)
    // Only a few, so that rounding does not add up over many layers.
    let sprites = Self.sprites(&random, count: 3)
    frame.sprites = SpriteBatch(bitmap: 5, sprites: sprites)
    let drawn = try renderer.render(frame)
    #expect(
      drawn.largestDifference(expected(sprites, in: view, over: below)) <= 2, "seed \(seed)")
    frame.sprites?.bitmap = 6
    let isSame = try renderer.render(frame) == below
    #expect(isSame, "without their bitmap there are none")
  }

  @Test(arguments: Drawer.available)
  func overlaysAreBlendedWithTheirOpacity(_ drawer: Drawer) throws {
    let renderer = drawer.renderer()
    let pattern = Pattern.opaque(400, 300)
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let color: [UInt8] = [100, 50, 0, 128]
    let size = PixelSize(width: 4, height: 3)
    let half = try #require(
      OverlayBitmap(size: size, pixels: (0..<12).flatMap { _ in color }))
    try renderer.setOverlay(5, bitmap: half)
    var frame = Frame.of(.view(Self.picture, on: Self.surface))
    let below = try renderer.render(frame)
    let opacities = [1, 0.5, 0.25, 1, 0]
    frame.overlays = opacities.enumerated().map { index, opacity in
      let place = PixelRect(minX: 40 * index, minY: 50, maxX: 40 * index + 4, maxY: 53)
      return Overlay(position: place, bitmap: 5, opacity: opacity)
    }
    let drawn = try renderer.render(frame)
    var wanted = below
    for (index, opacity) in opacities.enumerated() {
      for (x, y) in [(0, 0), (3, 0), (0, 2), (3, 2)] {
        let start = ((50 + y) * Self.surface.width + 40 * index + x) * 4
        for channel in 0..<4 {
          let behind = Double(below[start + channel]) * (1 - 128.0 / 255 * opacity)
          let value = Double(color[channel]) * opacity + behind
          let isClose = abs(Double(drawn[start + channel]) - value) <= 1
          #expect(isClose, "\(opacity), \(x), \(y), channel \(channel)")
        }
      }
      for y in 50..<53 {
        let row = (y * Self.surface.width + 40 * index) * 4
        for place in row..<(row + 16) { wanted[place] = drawn[place] }
      }
    }
    let isSameElsewhere = drawn == wanted
    #expect(isSameElsewhere)
  }

  @Test(.enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"))
  func bothRenderersDraw2000SpritesIdentically() throws {
    var random = SeededNumbers()
    let sprites = Self.sprites(&random, count: 2000).map { sprite in
      // Opaque, so that nothing is rounded.
      var sprite = sprite
      sprite.texels.minX = min(sprite.texels.minX, 50)
      return sprite
    }
    var opaque = try bitmap().pixels
    for index in stride(from: 3, to: opaque.count, by: 4) { opaque[index] = 255 }
    let atlas = try #require(OverlayBitmap(size: atlas.level.size, pixels: opaque))
    var frame = Frame.of(.view(Self.picture, on: Self.surface, scale: 0.77))
    frame.sprites = SpriteBatch(bitmap: 5, sprites: sprites)
    let results = try Drawer.allCases.map { drawer in
      let renderer = drawer.renderer()
      try renderer.setOverlay(5, bitmap: atlas)
      return try renderer.render(frame)
    }
    let isSame = results[0] == results[1]
    #expect(isSame, "\(random.origin)")
  }

  /// The render thread's own path, with a target of its own.
  @Test(.enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"))
  func theRenderThreadDrawsSprites() throws {
    let log = EventLog()
    let thread = try RenderThread(
      configuration: RenderConfiguration(target: .offscreen(Self.surface))
    ) { log.append($0) }
    defer { thread.stop() }
    thread.setOverlay(5, bitmap: try bitmap())
    var frame = Frame.of(.view(Self.picture, on: Self.surface))
    let sprite = SpriteBatch.Sprite(
      point: Point(x: 100, y: 80), texels: PixelRect(minX: 40, minY: 20, maxX: 64, maxY: 48),
      anchorX: 12, anchorY: 27)
    frame.sprites = SpriteBatch(bitmap: 5, sprites: [sprite])
    thread.show(frame)
    #expect(log.waitForFrame(1))
    let surround = frame.backdrop.surround
    var below: [UInt8] = []
    for _ in 0..<Self.surface.width * Self.surface.height {
      below += [surround.red, surround.green, surround.blue, 255]
    }
    let pixels = try #require(thread.captured()).bytes
    #expect(pixels.largestDifference(expected([sprite], in: frame.viewport, over: below)) <= 1)
  }
}

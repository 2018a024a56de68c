import Geometry
import Glibc
import Testing
import Tiles

@testable import Rendering

/// Light in half floats, on the GPU and in software, compared with the formula.
struct ToneTests {
  /// A picture whose light is a function of the position.
  private struct Scene {
    var size: PixelSize
    var light: (Int, Int) -> SIMD4<Float>

    /// The scene's tiles, like a decoder's.
    func tiles() -> [Tile] {
      var shape = TileShape.usual
      shape.format = .rgba16f
      let level = Level(size: size, shape: shape)
      let columns = dividedRoundingUp(size.width, by: shape.edge)
      return (0..<columns * dividedRoundingUp(size.height, by: shape.edge)).map { number in
        let key = TileKey(level: level, column: number % columns, row: number / columns)
        let layout = key.layout
        let pixels = OwnedPixels(count: layout.byteCount)
        for y in 0..<layout.stored.height {
          for x in 0..<layout.stored.width {
            let value = light(
              max(0, min(size.width - 1, key.area.minX + x - 1)),
              max(0, min(size.height - 1, key.area.minY + y - 1)))
            let bits = HalfFloats.bits(value)
            for channel in 0..<4 {
              pixels.base.storeBytes(
                of: UInt16(bits[channel]),
                toByteOffset: (y * layout.stored.width + x) * 8
                  + channel * 2, as: UInt16.self)
            }
          }
        }
        return Tile(source: .first, key: key, pixels: pixels)
      }
    }

    func frame(
      _ toning: ToneSettings, headroom: Double, scale: Double = 1, checker: Backdrop.Checker? = nil
    ) -> Frame {
      let shown = PixelSize(
        width: Int(Double(size.width) * scale), height: Int(Double(size.height) * scale))
      var shape = TileShape.usual
      shape.format = .rgba16f
      var frame = Frame.of(.view(size, on: shown, scale: scale), checker: checker)
      frame.levels = SourceLevels(raster: size, shape: shape)
      frame.toning = toning
      frame.light = PictureLight(headroom: headroom)
      return frame
    }
  }

  private func draw(_ scene: Scene, _ frame: Frame, _ drawer: Drawer) throws -> [UInt8] {
    let renderer = drawer.renderer()
    for tile in scene.tiles() { try renderer.upload(tile) }
    return try renderer.render(frame)
  }

  /// Twelve stops of greys and colours, from 2⁻⁷ to 2⁵.
  private let stops = Scene(size: PixelSize(width: 700, height: 40)) { x, y in
    let light = Float(exp2(-7 + 12 * Double(x) / 699))
    let color: [SIMD4<Float>] = [
      SIMD4(1, 1, 1, 0), SIMD4(1, 0.2, 0.1, 0), SIMD4(0.05, 1, 0.3, 0), SIMD4(0.3, 0.1, 1, 0),
    ]
    var value = color[y / 10] * light
    value.w = 1
    return value
  }

  @Test(arguments: Drawer.available, ToneMapping.allCases)
  func pixelsFollowTheFormulaOver12Stops(_ drawer: Drawer, _ mapping: ToneMapping) throws {
    for exposure in [0, -2.5, 1.25] {
      let toning = ToneSettings(exposure: exposure, mapping: mapping)
      let pixels = try draw(stops, stops.frame(toning, headroom: 32), drawer)
      let curve = try #require(
        ToneCurve(.rgba16f, PictureLight(headroom: 32), toning))
      var worst = 0.0
      for y in stride(from: 5, to: 40, by: 10) {
        for x in 0..<700 {
          // The precision of a half float.
          let bits = HalfFloats.bits(stops.light(x, y))
          let light = (0..<3).map { Double(HalfFloats.values(UInt64(bits[$0])).x) }
          let wanted = curve.shown(SIMD3(light[0], light[1], light[2])) * 255
          let pixel = pixels.pixel(x, y, width: 700)
          for channel in 0..<3 {
            worst = max(worst, abs(Double(pixel[channel]) - wanted[channel]))
          }
          #expect(pixel.w == 255)
        }
      }
      #expect(worst <= 1.02, "exposure \(exposure)")
    }
  }

  @Test func theFormulaEqualsTheReports() throws {
    // BT.2390, section 5.4.1, by hand: 1000 cd/m² onto 203.
    let bright = try #require(
      ToneCurve(.rgba16f, PictureLight(headroom: 1000.0 / 203), ToneSettings()))
    #expect(abs(bright.toned(1000.0 / 203) - 1) < 1e-9)
    #expect(bright.toned(0.2) == 0.2, "dark tones stay")
    #expect(bright.toned(1) < 0.95 && bright.toned(1) > 0.5)
    let reinhard = try #require(
      ToneCurve(.rgba16f, PictureLight(headroom: 4), ToneSettings(mapping: .reinhard)))
    #expect(abs(reinhard.toned(4) - 1) < 1e-12)
    #expect(abs(reinhard.toned(1) - (1 + 1.0 / 16) / 2) < 1e-12)
    for mapping in ToneMapping.allCases {
      // With nothing brighter than white, nothing changes.
      let plain = try #require(
        ToneCurve(.rgba16f, PictureLight(headroom: 1), ToneSettings(mapping: mapping)))
      for light in [0, 0.01, 0.5, 1] { #expect(plain.toned(light) == light) }
      // Brighter light is never shown darker.
      let curve = try #require(
        ToneCurve(.rgba16f, PictureLight(headroom: 40), ToneSettings(mapping: mapping)))
      let shown = (0...4000).map { curve.shown(SIMD3(repeating: Double($0) / 100)).x }
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
    }
    #expect(ToneCurve(.rgba8, PictureLight(headroom: 1), ToneSettings()) == nil)
  }

  @Test(arguments: Drawer.available) func aFineGradientHasNoBands(_ drawer: Drawer) throws {
    // All sRGB codes from 0 to 255 over 1000 pixels, in steps that only half floats resolve.
    let width = 1000
    let scene = Scene(size: PixelSize(width: width, height: 64)) { x, _ in
      SIMD4(SIMD3(repeating: Float(SRGBCurve.light(Double(x) / 999))), 1)
    }
    let pixels = try draw(scene, scene.frame(ToneSettings(), headroom: 1), drawer)
    var means: [Double] = []
    var levels: Set<UInt8> = []
    for x in 0..<width {
      let column = (0..<64).map { pixels.pixel(x, $0, width: width).x }
      levels.formUnion(column)
      let code = Double(x) / 999 * 255
      for value in column { #expect(abs(Double(value) - code) <= 1.1, "column \(x)") }
      means.append(column.reduce(0) { $0 + Double($1) } / 64)
    }
    #expect(levels.count >= 255)
    // Without dithering, four columns in a row would be equal; with it, the mean rises over every
    // four.
    for x in stride(from: 0, to: width - 8, by: 4) {
      #expect(means[x..<x + 8].reduce(0, +) / 8 < (means[x + 8] + 0.8), "column \(x)")
      let step = means[x + 7] - means[x]
      #expect(step > 0.9 && step < 2.7, "column \(x): \(step)")
    }
  }

  @Test(arguments: Drawer.available) func magnifiedTilesJoinWithoutASeam(
    _ drawer: Drawer
  ) throws {
    // Steep enough to reveal a wrong neighbour, and brighter than white.
    let scene = Scene(size: PixelSize(width: 300, height: 280)) { x, y in
      SIMD4(Float(x) / 100, Float(y) / 100, Float(x + y) / 300, 1)
    }
    let frame = scene.frame(ToneSettings(mapping: .reinhard), headroom: 3, scale: 1.5)
    let pixels = try draw(scene, frame, drawer)
    let width = frame.viewport.surface.width
    var largest = 0
    for y in 0..<frame.viewport.surface.height {
      for x in 370..<398 {
        let (a, b) = (pixels.pixel(x, y, width: width), pixels.pixel(x + 1, y, width: width))
        largest = max(largest, abs(Int(a.x) - Int(b.x)))
      }
    }
    #expect(largest <= 2, "the tiles meet at column 384")
  }

  @Test(arguments: Drawer.available) func translucentLightIsBlendedOverTheCheckerboard(
    _ drawer: Drawer
  ) throws {
    let scene = Scene(size: PixelSize(width: 64, height: 32)) { x, _ in
      let alpha = Float(x) / 63
      return SIMD4(SIMD3(2, 0.5, 0.125) * alpha, alpha)
    }
    let checker = Backdrop.Checker(
      first: OpaqueColor(red: 200, green: 10, blue: 90),
      second: OpaqueColor(red: 200, green: 10, blue: 90), edge: 8)
    let toning = ToneSettings(mapping: .clip)
    let pixels = try draw(scene, scene.frame(toning, headroom: 2, checker: checker), drawer)
    let code = try #require(ToneCurve(.rgba16f, PictureLight(headroom: 2), toning)).shown(
      SIMD3(2, 0.5, 0.125))
    for x in 0..<64 {
      let alpha = Double(x) / 63
      let wanted = code * 255 * alpha + SIMD3(200, 10, 90) * (1 - alpha)
      let pixel = pixels.pixel(x, 9, width: 64)
      for channel in 0..<3 {
        #expect(abs(Double(pixel[channel]) - wanted[channel]) <= 1.1, "column \(x)")
      }
      #expect(pixel.w == 255)
    }
  }

  @Test(arguments: Drawer.available) func exposureAppliesToFinishedPixels(_ drawer: Drawer) throws {
    let pattern = Pattern.smooth(256, 16)
    let renderer = drawer.renderer()
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    var frame = Frame.of(.view(pattern.level.size, on: pattern.level.size))
    frame.toning.exposure = 1
    let pixels = try renderer.render(frame)
    let curve = try #require(ToneCurve(.rgba8, PictureLight(headroom: 1), frame.toning))
    for x in 0..<256 {
      let color = pattern.at(x, 8)
      let light = (0..<3).map { SRGBCurve.light(Double(color[$0]) / 255) }
      let wanted = curve.shown(SIMD3(light[0], light[1], light[2])) * 255
      for channel in 0..<3 {
        #expect(
          abs(Double(pixels.pixel(x, 8, width: 256)[channel]) - wanted[channel]) <= 1,
          "column \(x)")
      }
    }
  }

  @Test(arguments: Drawer.available) func theDisplaysOwnCurvesEncode(_ drawer: Drawer) throws {
    // A different exponent for each primary.
    let powers = [1.8, 2.2, 2.6]
    let codes = powers.flatMap { power in
      (0..<DisplayCurves.entries).map { index in
        UInt16((pow(Double(index) / 1023, 2 / power) * 65535).rounded())
      }
    }
    let curves = try #require(DisplayCurves(codes: codes))
    var frame = stops.frame(ToneSettings(mapping: .clip), headroom: 32)
    frame.light.curves = curves
    let pixels = try draw(stops, frame, drawer)
    for x in stride(from: 0, to: 700, by: 3) {
      let light = HalfFloats.values(UInt64(HalfFloats.bits(stops.light(x, 5)).x)).x
      let pixel = pixels.pixel(x, 5, width: 700)
      for channel in 0..<3 {
        let wanted = pow(min(Double(light), 1), 1 / powers[channel]) * 255
        #expect(abs(Double(pixel[channel]) - wanted) <= 1.1, "column \(x), channel \(channel)")
      }
    }
  }
}

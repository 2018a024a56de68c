import Geometry
import TestSupport
import Testing
import Tiles
import Zooming

@testable import Graphics
@testable import Rendering

/// The two renderers under test.
enum Drawer: CaseIterable {
  case gl
  case software

  func renderer() -> OffscreenRenderer { OffscreenRenderer(usesGL: self == .gl) }

  static var available: [Drawer] { Surfaceless.isAvailable ? allCases : [.software] }
}

struct DrawingTests {
  private let checker = Backdrop.Checker(
    first: OpaqueColor(red: 102, green: 12, blue: 250),
    second: OpaqueColor(red: 153, green: 77, blue: 3), edge: 8)

  @Test(.enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"))
  func glDraws() {
    #expect(Drawer.gl.renderer().fallbackReason == nil)
  }

  @Test(arguments: Drawer.available)
  func texelsEqualPixels(_ drawer: Drawer) throws {
    let pattern = Pattern.opaque(600, 400)
    let surface = PixelSize(width: 640, height: 300)
    let renderer = drawer.renderer()
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let pixels = try renderer.render(
      .of(.view(pattern.level.size, on: surface, x: 20, y: -70)))
    var wrong = 0
    for y in 0..<surface.height {
      for x in 0..<surface.width {
        let isInside = x >= 20 && x < 620
        let expected = isInside ? pattern.at(x - 20, y + 70) : .zero
        if pixels.pixel(x, y, width: surface.width) != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: Drawer.available)
  func translucentPixelsStayPremultipliedWithoutACheckerboard(_ drawer: Drawer) throws {
    let pattern = Pattern.translucent(300, 280)
    let renderer = drawer.renderer()
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let pixels = try renderer.render(.of(.view(pattern.level.size, on: pattern.level.size)))
    var wrong = 0
    for y in 0..<280 {
      for x in 0..<300 where pixels.pixel(x, y, width: 300) != pattern.at(x, y) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: Drawer.available)
  func theCheckerboardShowsThroughExactly(_ drawer: Drawer) throws {
    let pattern = Pattern.translucent(300, 280)
    let renderer = drawer.renderer()
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let surface = PixelSize(width: 320, height: 300)
    let frame = Frame.of(.view(pattern.level.size, on: surface, x: 3, y: 5), checker: checker)
    let pixels = try renderer.render(frame)
    var wrong = 0
    for y in 0..<280 {
      for x in 0..<300 {
        let isFirst = ((x + 3) / 8 + (y + 5) / 8) % 2 == 0
        let field = isFirst ? checker.first : checker.second
        let p = pattern.at(x, y)
        func mix(_ c: UInt8, _ behind: UInt8) -> UInt8 {
          // p + round(q · (255 − a) / 255)
          let product: Int = Int(behind) * (255 - Int(p.w))
          let sum: Int = Int(c) + (2 * product + 255) / 510
          return UInt8(min(255, sum))
        }
        let expected = Pattern.RGBA(
          mix(p.x, field.red), mix(p.y, field.green), mix(p.z, field.blue), 255)
        if pixels.pixel(x + 3, y + 5, width: 320) != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: Drawer.available, 1...8)
  func everyOrientationIsDrawnCorrectly(_ drawer: Drawer, exif: Int) throws {
    let pattern = Pattern.opaque(300, 270)
    let orientation = Orientation(exif: exif)
    let shown = orientation.applied(to: pattern.level.size)
    let renderer = drawer.renderer()
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let pixels = try renderer.render(
      .of(.view(pattern.level.size, on: shown, orientation: orientation)))
    var wrong = 0
    for y in 0..<270 {
      for x in 0..<300 {
        let place = orientation.apply(
          PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1), in: pattern.level.size)
        if pixels.pixel(place.minX, place.minY, width: shown.width) != pattern.at(x, y) {
          wrong += 1
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: Drawer.available)
  func crispPixelsAreSquares(_ drawer: Drawer) throws {
    let pattern = Pattern.opaque(300, 20)
    let renderer = drawer.renderer()
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let surface = PixelSize(width: 1200, height: 80)
    let pixels = try renderer.render(.of(.view(pattern.level.size, on: surface, scale: 4)))
    var wrong = 0
    for y in 0..<80 {
      for x in 0..<1200 where pixels.pixel(x, y, width: 1200) != pattern.at(x / 4, y / 4) {
        wrong += 1
      }
    }
    #expect(wrong == 0)
  }

  // A picture of one tile has no seam; cut into four tiles, it must look the same.
  @Test(arguments: Drawer.available, [0.61, 1.37, 1.9])
  func tilesShowNoSeam(_ drawer: Drawer, scale: Double) throws {
    let size = PixelSize(width: 420, height: 330)
    let pattern = Pattern.smooth(size.width, size.height)
    let surface = PixelSize(
      width: Int(420 * scale) + 20, height: Int(330 * scale) + 20)
    let renderer = drawer.renderer()
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let view = Viewport.view(
      size, on: surface, scale: scale, x: 10.3, y: 9.7, isSettled: false)
    let pixels = try renderer.render(.of(view, magnification: .smooth))
    // The expected pixels, computed in plain arithmetic from the whole picture.
    let inside = PixelRect(centersIn: view.shownRect)
    var expected = [UInt8](repeating: 0, count: pixels.count)
    for y in inside.minY..<inside.maxY {
      for x in inside.minX..<inside.maxX {
        let u = (Double(x) + 0.5 - 10.3) / scale - 0.5
        let v = (Double(y) + 0.5 - 9.7) / scale - 0.5
        let column = Int(u.rounded(.down))
        let row = Int(v.rounded(.down))
        let fx = u - Double(column)
        let fy = v - Double(row)
        for channel in 0..<4 {
          func c(_ dx: Int, _ dy: Int) -> Double {
            Double(pattern.clamped(column + dx, row + dy)[channel])
          }
          let top = c(0, 0) * (1 - fx) + c(1, 0) * fx
          let bottom = c(0, 1) * (1 - fx) + c(1, 1) * fx
          expected[(y * surface.width + x) * 4 + channel] = UInt8(
            (top * (1 - fy) + bottom * fy).rounded())
        }
      }
    }
    #expect(pixels.largestDifference(expected) <= 2)
    #expect(pixels.psnr(expected) >= 50)
  }

  // A picture that is cut at other places is drawn the same, without gaps or seams.
  @Test(
    .enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"),
    arguments: [0.73, 1.61])
  func thePictureLooksTheSameInOneTileOrMany(scale: Double) throws {
    // 256 × 256 pixels in one tile, and as the centre of a picture that is cut right there.
    let whole = Pattern.smooth(256, 256)
    let cut = Pattern(level: Level(size: PixelSize(width: 512, height: 512))) { x, y in
      whole.clamped(x - 128, y - 128)
    }
    let surface = PixelSize(width: Int(256 * scale) - 8, height: Int(256 * scale) - 8)
    let one = OffscreenRenderer()
    for tile in try whole.tiles() { try one.upload(tile) }
    let many = OffscreenRenderer()
    for tile in try cut.tiles() { try many.upload(tile) }
    let x = -3.37
    let first = try one.render(
      .of(
        .view(whole.level.size, on: surface, scale: scale, x: x, y: x, isSettled: false),
        magnification: .smooth))
    let shift = x - 128 * scale
    let second = try many.render(
      .of(
        .view(cut.level.size, on: surface, scale: scale, x: shift, y: shift, isSettled: false),
        magnification: .smooth))
    #expect(first.psnr(second) >= 60)
    #expect(first.largestDifference(second) <= 1)
  }

  @Test(
    .enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"),
    arguments: 0..<12)
  func bothRenderersAgree(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let isExact = seed % 2 == 0
    let pattern = isExact ? Pattern.translucent(500, 420) : Pattern.smooth(500, 420)
    let surface = PixelSize(width: 333, height: 290)
    let view = Viewport.view(
      pattern.level.size, on: surface, scale: isExact ? 1 : .random(in: 0.4...3, using: &random),
      x: Double(Int.random(in: -200...40, using: &random)),
      y: Double(Int.random(in: -150...40, using: &random)),
      orientation: Orientation(
        isMirrored: .random(using: &random), quarterTurns: .random(in: 0...3, using: &random)),
      isSettled: isExact)
    let frame = Frame.of(view, checker: seed % 3 == 0 ? nil : checker)
    let results = try Drawer.allCases.map { drawer in
      let renderer = drawer.renderer()
      for tile in try pattern.tiles() { try renderer.upload(tile) }
      return try renderer.render(frame)
    }
    if isExact {
      #expect(results[0] == results[1], "seed \(seed)")
    } else {
      #expect(results[0].psnr(results[1]) >= 45, "seed \(seed), \(view)")
    }
  }

  @Test(arguments: Drawer.available)
  func bandsMakeTheWhole(_ drawer: Drawer) throws {
    let pattern = Pattern.translucent(300, 280)
    let renderer = drawer.renderer()
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let frame = Frame.of(
      .view(pattern.level.size, on: PixelSize(width: 301, height: 290), scale: 1, x: 1, y: 7),
      checker: checker)
    let whole = try renderer.render(frame)
    var parts: [UInt8] = []
    for y in stride(from: 0, to: 290, by: 37) {
      parts += try renderer.render(
        frame, band: PixelRect(minX: 0, minY: y, maxX: 301, maxY: min(290, y + 37)))
    }
    #expect(parts == whole)
  }

  @Test(.enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"))
  func aViewLargerThanATextureIsDrawnInParts() throws {
    let faults = FaultInjector()
    faults.limitTextures(to: 300)
    let renderer = OffscreenRenderer(faults: faults)
    let pattern = Pattern.opaque(700, 650)
    for tile in try pattern.tiles() { try renderer.upload(tile) }
    let pixels = try renderer.render(.of(.view(pattern.level.size, on: pattern.level.size)))
    let wrong = (0..<650).flatMap { y in (0..<700).map { ($0, y) } }
      .count { pixels.pixel($0.0, $0.1, width: 700) != pattern.at($0.0, $0.1) }
    #expect(wrong == 0)
  }

  @Test(arguments: Drawer.available)
  func anExactTileReplacesAPreviewAndNeverTheReverse(_ drawer: Drawer) throws {
    let exact = Pattern.opaque(40, 30)
    let preview = Pattern.opaque(40, 30, seed: 99)
    let renderer = drawer.renderer()
    let frame = Frame.of(.view(exact.level.size, on: exact.level.size))
    try renderer.upload(preview.tile(preview.keys[0], quality: .preview))
    #expect(try renderer.render(frame).pixel(3, 4, width: 40) == preview.at(3, 4))
    try renderer.upload(exact.tile(exact.keys[0]))
    try renderer.upload(preview.tile(preview.keys[0], quality: .preview))
    #expect(try renderer.render(frame).pixel(3, 4, width: 40) == exact.at(3, 4))
  }
}

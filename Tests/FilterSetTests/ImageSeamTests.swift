import Filters
import Geometry
import Testing
import Zooming

/// A view has the same pixels whichever part of it is drawn, and however the picture is turned.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct ImageSeamTests {
  static let chains = [
    "blur(6)", "sharpen(1.5, 2)", "edges", "emboss", "focus-peaking", "denoise(2.5)",
    "pixelate(13)", "denoise(1), sharpen, exposure(0.5), blur(2), pixelate(5), vignette",
  ]

  @Test(arguments: chains, [1.0, 0.5, 2.25])
  func bandsAndTilesEqualTheWhole(chain: String, zoom: Double) throws {
    let picture = TestPicture.natural(330, 290)
    let bench = try FilterBench(picture)
    let shown = zoom < 1 ? PixelSize(width: 660, height: 580) : picture.size
    // The part contains corners of the picture and of the surface, and the middle of both.
    let surface = PixelSize(width: 350, height: 310)
    let view = Viewport.of(
      shown, on: surface, scale: zoom, x: zoom > 1 ? -220 : 9, y: zoom > 1 ? -180 : 11)
    let links = try FilterChain.reading(chain)
    let whole = try bench.draw(links, view: view, magnification: .smooth)
    for (width, height) in [(350, 37), (61, 310), (90, 80)] {
      for y in stride(from: 0, to: surface.height, by: height) {
        for x in stride(from: 0, to: surface.width, by: width) {
          let band = PixelRect(
            minX: x, minY: y, maxX: min(surface.width, x + width),
            maxY: min(surface.height, y + height))
          let part = try bench.draw(links, view: view, band: band, magnification: .smooth)
          let psnr = part.psnr(whole.cropped(to: band).bytes)
          #expect(psnr >= 60, "\(chain) at \(zoom), \(band): \(psnr) dB")
        }
      }
    }
  }

  @Test(arguments: chains)
  func aPartEqualsThatOfTheWhole(chain: String) throws {
    let picture = TestPicture.natural(330, 290)
    let bench = try FilterBench(picture)
    let whole = try bench.draw(chain)
    let surface = PixelSize(width: 150, height: 120)
    for (x, y) in [(0, 0), (97, 83), (180, 170)] {
      let view = Viewport.of(
        picture.size, on: surface, scale: 1, x: Double(-x), y: Double(-y))
      let part = try bench.draw(.reading(chain), view: view)
      let rect = PixelRect(minX: x, minY: y, maxX: x + 150, maxY: y + 120)
      #expect(part.psnr(whole.cropped(to: rect).bytes) >= 60, "\(chain) at \(x), \(y)")
    }
  }

  // Emboss is tested below: its light comes from a side of the screen.
  @Test(arguments: chains.filter { $0 != "emboss" }, 2...8)
  func filteringCommutesWithTurning(chain: String, exif: Int) throws {
    let picture = TestPicture.natural(97, 61)
    let orientation = Orientation(exif: exif)
    let bench = try FilterBench(picture)
    let upright = try bench.draw(chain)
    let drawn = try bench.draw(.reading(chain), view: turned(picture, orientation))
    let expected = laidDown(orientation, upright.size) { upright.premultiplied($0, $1) }
    #expect(drawn.psnr(expected.bytes) >= 60, "\(drawn.psnr(expected.bytes)) dB")
  }

  @Test(arguments: 2...8)
  func aTurnedReliefIsLitFromTheSameSideOfTheScreen(exif: Int) throws {
    let picture = TestPicture.natural(97, 61)
    let orientation = Orientation(exif: exif)
    let drawn = try FilterBench(picture).draw(
      .reading("emboss(70)"), view: turned(picture, orientation))
    let laid = laidDown(orientation, picture.size) { picture.premultiplied($0, $1) }
    let expected = try FilterBench(laid).draw("emboss(70)")
    #expect(drawn.psnr(expected.bytes) >= 60)
  }

  private func turned(_ picture: TestPicture, _ orientation: Orientation) -> Viewport {
    .of(
      picture.size, on: orientation.applied(to: picture.size), scale: 1, orientation: orientation)
  }

  private func laidDown(
    _ orientation: Orientation, _ size: PixelSize, _ pixel: (Int, Int) -> SIMD4<UInt8>
  ) -> TestPicture {
    let shown = orientation.applied(to: size)
    return .premultiplied(shown.width, shown.height) { x, y in
      let place = orientation.inverse.apply(
        PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1), in: shown)
      return pixel(place.minX, place.minY)
    }
  }
}

import Geometry
import TestSupport
import Testing

/// The quality of reduced pictures, compared with a reduction that the tests compute themselves.
@Suite struct SharpnessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [(900, 600, 3), (1000, 800, 5), (960, 640, 2)])
  func aPhotographIsReducedInLinearLight(width: Int, height: Int, ratio: Int) throws {
    let picture = Photograph.grid(width, height)
    let file = try folder.picture("photo.png", picture)
    let size = PixelSize(width: width / ratio, height: height / ratio)
    let rendered = try RenderRun.pixels(
      file, ["--zoom", "fit", "--size", "\(size.width)x\(size.height)"], in: folder)
    let quality = rendered.psnr(LinearLanczos.reduce(picture, to: size))
    #expect(quality >= 50, "\(quality) dB")
  }

  @Test func fineStripesBecomeTheirMeanInLinearLight() throws {
    // A checkerboard of single black and white pixels: half the light is 188 in sRGB, not 128.
    let picture = PixelGrid(
      width: 600, height: 400, opaque: { x, y in (x + y) & 1 == 0 ? 0 : 0xffffff })
    let file = try folder.picture("checker.png", picture)
    for zoom in ["0.5", "0.25", "0.125"] {
      let rendered = try RenderRun.pixels(file, ["--zoom", zoom], in: folder)
      let inner = rendered.cropped(
        to: PixelRect(
          minX: 8, minY: 8, maxX: rendered.size.width - 8, maxY: rendered.size.height - 8))
      #expect(
        inner.words.allSatisfy { abs(Int($0 & 255) - 188) <= 2 }, "at \(zoom): \(inner[9, 9])")
    }
  }

  @Test(
    .enabled(if: XServer.isAvailable, "\(XServer.missing)"), arguments: ["fit", "0.37", "0.81"])
  func theWindowShowsWhatRenderWrites(zoom: String) throws {
    let file = try folder.picture("photo.png", Photograph.grid(1300, 1000))
    let options = zoom == "fit" ? [] : ["--zoom", zoom, "--center", "411,623"]
    let viewer = try RunningViewer(["--geometry", "463x391", file] + options)
    viewer.expect(try RenderRun.view(file, viewer.size, options, in: folder))
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func aZoomedViewIsPartOfTheRenderedPicture() throws {
    let file = try folder.picture("photo.png", Photograph.grid(1300, 1000))
    let viewer = try RunningViewer(["--geometry", "463x391", file])
    viewer.expectTitle { $0.contains("36 %") }
    viewer.point(atX: 120, y: 300)
    viewer.hands.wheel(-3)
    viewer.expectTitle { $0.contains("70 %") }
    let screen = try viewer.settled()
    let scale = 463.0 / 1300 * 1.25 * 1.25 * 1.25
    let level = try RenderRun.pixels(file, ["--zoom", "\(scale)"], in: folder)
    // The position follows from the point under the cursor, within two pixels.
    let x = Int((120 / (463.0 / 1300) * scale - 120).rounded())
    let top = (391 - 1000 * 463.0 / 1300) / 2
    let y = Int(((300 - top) / (463.0 / 1300) * scale - 300).rounded())
    let isFound = (-2...2).contains { dy in
      (-2...2).contains { dx in
        let part = PixelRect(
          minX: x + dx, minY: y + dy, maxX: x + dx + 463, maxY: y + dy + 391)
        guard part == part.intersection(PixelRect(level.size)) else { return false }
        return level.cropped(to: part) == screen
      }
    }
    #expect(isFound, "the view is no part of what is rendered at \(scale)")
  }
}

import Geometry
import TestSupport
import Testing

/// Windows that change their size.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ResizeTests {
  let folder: TemporaryFolder
  static let sizes = [
    PixelSize(width: 900, height: 300), PixelSize(width: 333, height: 555),
    PixelSize(width: 1001, height: 701), PixelSize(width: 120, height: 90),
    PixelSize(width: 640, height: 480),
  ]

  init() throws { folder = try TemporaryFolder() }

  @Test func aResizedFitViewIsCompleteAndExact() throws {
    let file = try folder.picture("photo.png", Photograph.grid(900, 600))
    let viewer = try RunningViewer(["--geometry", "640x480+10+10", file])
    for size in Self.sizes {
      viewer.resize(to: size)
      viewer.expect(try RenderRun.view(file, size, in: folder), "\(size)")
    }
  }

  @Test func theCentreStaysWhenTheWindowIsResized() throws {
    let picture = CoordinatePicture.grid(1800, 1400)
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer([
      "--geometry", "640x480+10+10", "--zoom", "1", "--center", "871,722", file,
    ])
    for size in Self.sizes {
      viewer.resize(to: size)
      let view = try #require(
        viewer.settledView(of: picture.size, scale: 1), "\(size): wrong pixels")
      #expect(viewer.screen.size == size)
      let center = view.imagePoint(atX: Double(size.width) / 2, y: Double(size.height) / 2)
      #expect(
        abs(center.x - 871) <= 1 && abs(center.y - 722) <= 1, "\(size): \(center) is in the centre")
    }
  }

  @Test func aStormOfSizesLeavesNoWrongPixel() throws {
    let file = try folder.picture("photo.png", Photograph.grid(900, 600))
    let viewer = try RunningViewer(["--geometry", "640x480+10+10", file])
    var random = SeededNumbers(seed: 7)
    for _ in 0..<4 {
      var size = PixelSize.zero
      for _ in 0..<15 {
        size = random.size(150...900, 150...700)
        viewer.resize(to: size)
      }
      viewer.expect(try RenderRun.view(file, size, in: folder), "seed 7, \(size)")
    }
  }

  @Test func coveringTheWindowLeavesNoTrace() throws {
    let picture = CoordinatePicture.grid(500, 400)
    let viewer = try RunningViewer([try folder.picture("map.png", picture)])
    viewer.expect(picture)
    let cover = viewer.client.makeWindow(at: viewer.rect, color: 0xff0000)
    #expect(viewer.waitUntilQuiet(), "a covered viewer comes to rest")
    viewer.client.destroy(cover)
    viewer.expect(picture)
  }
}

extension RunningViewer {
  /// Resizes the window as a window manager would.
  func resize(to size: PixelSize) {
    let rect = rect
    client.place(
      window,
      at: PixelRect(
        minX: rect.minX, minY: rect.minY, maxX: rect.minX + size.width,
        maxY: rect.minY + size.height))
  }
}

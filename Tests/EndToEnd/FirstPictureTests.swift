import Geometry
import TestSupport
import Testing

/// A window's first picture, size, title and properties.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct FirstPictureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aPictureThatFitsIsShownAtItsSize() throws {
    let picture = CoordinatePicture.grid(700, 500)
    let viewer = try RunningViewer([try folder.picture("small.png", picture)])
    #expect(viewer.size == PixelSize(width: 700, height: 500))
    viewer.expect(picture)
    #expect(viewer.title == "small.png — 700 × 500 — 100 % — Fresnel")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aLargePictureGets80PercentOfTheScreen() throws {
    let file = try folder.picture("large.png", CoordinatePicture.grid(2000, 1000))
    let viewer = try RunningViewer([file])
    viewer.expectTitle { $0 == "large.png — 2000 × 1000 — 51 % — Fresnel" }
    #expect(viewer.size == PixelSize(width: 1024, height: 512))
    viewer.expect(try RenderRun.view(file, viewer.size, in: folder))
  }

  @Test func aTallPictureGets80PercentOfTheHeight() throws {
    let file = try folder.picture("tall.png", CoordinatePicture.grid(500, 2000))
    let viewer = try RunningViewer([file])
    #expect(viewer.size == PixelSize(width: 320, height: 640))
    viewer.expect(try RenderRun.view(file, viewer.size, in: folder))
  }

  @Test func anIconIsCentredInASmallWindow() throws {
    let picture = CoordinatePicture.grid(31, 16)
    let viewer = try RunningViewer([try folder.picture("icon.png", picture)])
    #expect(viewer.size == PixelSize(width: 320, height: 240))
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
  }

  /// A vector drawing has no pixels of its own, so it is enlarged to a usable window.
  @Test func aDrawnIconIsEnlargedToHalfTheScreen() throws {
    let drawing =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">"#
      + ##"<rect width="16" height="16" fill="#2060a0"/></svg>"##
    let viewer = try RunningViewer([try folder.file("icon.svg", Array(drawing.utf8))])
    #expect(viewer.size == PixelSize(width: 400, height: 400))
    viewer.expectTitle { $0 == "icon.svg — 16 × 16 — 2500 % — Fresnel" }
    viewer.expect(PixelGrid(width: 400, height: 400, opaque: { _, _ in 0x20_60A0 }))
  }

  @Test func theWindowHasItsTitleAndProperties() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(400, 300))
    let viewer = try RunningViewer([file])
    let client = viewer.client
    #expect(client.numbers("_NET_WM_PID", of: viewer.window) == [UInt(viewer.process.pid)])
    #expect(client.text("WM_CLASS", of: viewer.window).lowercased().contains("fresnel"))
    // The icon is large, and is set after the picture is shown.
    #expect(
      waitUntil(RunningViewer.timeout) {
        !client.numbers("_NET_WM_ICON", of: viewer.window).isEmpty
      })
    #expect(viewer.settled(is: CoordinatePicture.grid(400, 300)))
  }

  @Test func optionsPlaceTheWindowAndTheView() throws {
    let picture = CoordinatePicture.grid(1200, 900)
    let file = try folder.picture("placed.png", picture)
    let viewer = try RunningViewer([
      "--geometry", "500x400+60+40", "--zoom", "100%", "--center", "500,450",
      "--background", "#402010", file,
    ])
    #expect(viewer.rect == PixelRect(minX: 60, minY: 40, maxX: 560, maxY: 440))
    viewer.expect(
      picture.cropped(to: PixelRect(minX: 250, minY: 250, maxX: 750, maxY: 650)))
  }

  @Test func theBackgroundHasTheRequestedColour() throws {
    let picture = CoordinatePicture.grid(100, 50)
    let file = try folder.picture("on-brown.png", picture)
    let viewer = try RunningViewer(["--background", "402010", file])
    viewer.expect(
      picture.centered(on: PixelSize(width: 320, height: 240), surround: 0x402010))
  }

  @Test func withoutAFileTheWindowExplainsHowToOpenOne() throws {
    let viewer = try RunningViewer([])
    #expect(viewer.size == PixelSize(width: 800, height: 600))
    let blank = PixelGrid(width: 800, height: 600, opaque: { _, _ in surround })
    let isWritten = waitUntil(RunningViewer.timeout) {
      // Text is light; the surround is not.
      viewer.screen.words.contains { $0 & 255 > 180 }
    }
    #expect(isWritten, "\(viewer.screen.difference(from: blank) ?? "nothing is written")")
    viewer.type(Key.escape)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }
}

extension RunningViewer {
  /// Waits until the window shows exactly this; returns false on a timeout.
  func settled(is expected: PixelGrid) -> Bool {
    waitUntil(Self.timeout) { screen == expected }
  }
}

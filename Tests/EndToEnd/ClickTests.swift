import Geometry
import TestSupport
import Testing

/// Double-clicks and the keys that zoom.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ClickTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(1500, 1000)
  let viewer: RunningViewer

  init() throws {
    folder = try TemporaryFolder()
    let file = try folder.picture("map.png", picture)
    viewer = try RunningViewer(["--geometry", "600x450+20+10", file])
    viewer.expectTitle { $0.contains("40 %") }
  }

  @Test func aDoubleClickZoomsInAtThePointAndBackToFit() throws {
    let whole = try viewer.settled()
    // The image point under the pointer, at 40 % and below a bar of 25 rows.
    let image = Point(x: 411 / 0.4, y: (203 - 25) / 0.4)
    viewer.point(atX: 411, y: 203)
    viewer.hands.doubleClick()
    viewer.expectTitle { $0.contains("100 %") }
    let view = try #require(
      CoordinateView(try viewer.settled(), of: picture.size, scale: 1))
    #expect(view.isUnsnapped)
    let shown = view.imagePoint(atX: 411, y: 203)
    #expect(abs(shown.x - image.x) <= 1 && abs(shown.y - image.y) <= 1, "\(shown), not \(image)")
    viewer.hands.doubleClick()
    viewer.expect(whole)
    #expect(viewer.title.contains("40 %"))
  }

  @Test func aSingleClickDoesNothing() throws {
    let whole = try viewer.settled()
    viewer.point(atX: 411, y: 203)
    viewer.hands.click()
    #expect(try viewer.settled() == whole)
    #expect(viewer.title.contains("40 %"))
  }

  @Test func theZoomKeysZoom() throws {
    let whole = try viewer.settled()
    viewer.client.focus(viewer.window)
    viewer.type("+")
    viewer.expectTitle { $0.contains("50 %") }
    viewer.type("+")
    viewer.expectTitle { $0.contains("63 %") }
    viewer.type("-")
    viewer.expectTitle { $0.contains("50 %") }
    viewer.type("-")
    viewer.expect(whole)
    viewer.point(atX: 300, y: 225)
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    viewer.expect(
      picture.cropped(to: PixelRect(minX: 450, minY: 275, maxX: 1050, maxY: 725)))
    viewer.type("0")
    viewer.expect(whole)
  }

  @Test func wFillsTheWindowWithASmallPicture() throws {
    let small = try folder.picture("small.png", CoordinatePicture.grid(150, 100))
    let other = try RunningViewer(["--geometry", "600x450", small])
    other.expect(
      CoordinatePicture.grid(150, 100).centered(on: other.size, surround: surround))
    other.type("w")
    other.expectTitle { $0.contains("400 %") }
    let view = CoordinateView(
      try other.settled(), of: PixelSize(width: 150, height: 100), scale: 4)
    #expect(view?.origin.x == 0)
    #expect(view?.origin.y == 25)
    other.type("0")
    other.expect(
      CoordinatePicture.grid(150, 100).centered(on: other.size, surround: surround))
  }

  @Test func sTogglesSmoothAndCrispPixels() throws {
    let stripes = PixelGrid(
      width: 150, height: 100, opaque: { x, _ in x & 1 == 0 ? 0x408080 : 0xc0e0e0 })
    let other = try RunningViewer([
      "--geometry", "600x400", "--zoom", "400%", try folder.picture("stripes.png", stripes),
    ])
    let crisp = PixelGrid(width: 600, height: 400, color: { stripes[$0 / 4, $1 / 4] })
    other.expect(crisp)
    other.type("s")
    // The caption in the lower corner vanishes after a second; the top row is enough to see it.
    let isSmooth = waitUntil(RunningViewer.timeout) {
      Set((100..<200).map { other.screen[$0, 5] }).count > 3
    }
    #expect(isSmooth, "between two pixels lies what neither of them is")
    other.type("s")
    other.expect(crisp, "crisp again, without the note")
  }
}

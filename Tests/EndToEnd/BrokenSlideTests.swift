import Geometry
import TestSupport
import Testing

/// A picture that fails while it is viewed, and then slides out.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct BrokenSlideTests {
  let folder: TemporaryFolder
  let viewer: RunningViewer

  init() throws {
    folder = try TemporaryFolder()
    let program = try folder.evilInstallation()
    try folder.folder("album")
    let first = try folder.evilFile("album/a.jpg", "shallow:1280")
    // Both have the same aspect ratio and fill the whole window.
    try folder.picture("album/b.png", CoordinatePicture.grid(1600, 1200))
    viewer = try RunningViewer([first], program: program)
  }

  /// The compared rows; no text is drawn there.
  private static let rows = 0..<100

  /// Returns how far the first picture has moved to the left, in pixels; `nil` if no slide position
  /// of the two pictures explains the screen.
  private func way(_ screen: PixelGrid, _ first: PixelGrid, _ second: PixelGrid) -> Int? {
    let width = screen.size.width
    let page = Int((Double(width) * 1.025).rounded())
    return (0...page).first { way in
      (0..<width).allSatisfy { x in
        Self.rows.allSatisfy { y in
          let right =
            x + way < width
            ? first[x + way, y]
            : x + way >= page ? second[x + way - page, y] : surround | 0xff00_0000
          return screen[x, y] == right
        }
      }
    }
  }

  @Test func aFailedPictureSlidesOutWithItsLastPixels() throws {
    viewer.expectTitle { $0.hasPrefix("a.jpg") && $0.contains("— 1 / 2 —") }
    let first = try viewer.settled()
    viewer.type(Key.end)
    viewer.expectTitle { $0.contains("— 2 / 2 —") && $0.contains("%") }
    let second = try viewer.settled()
    let (width, height) = (first.size.width, first.size.height)
    try #require(first.size == second.size && first != second)
    var isSeen = false
    for _ in 0..<10 where !isSeen {
      viewer.type(Key.home)
      viewer.expect(first)
      viewer.waitUntilQuiet()
      // At 100 % it fails, and a message says so for some seconds.
      viewer.type("1")
      viewer.expectTitle { $0.contains("100 %") }
      viewer.waitUntilQuiet()
      #expect(viewer.decoders().isEmpty, "its decoder has failed")
      viewer.type("0")
      viewer.expect(first, "it is still seen as a whole")
      viewer.point(atX: width - 10, y: height / 2)
      viewer.hands.press()
      let end = width * 4 / 10
      for step in 1...8 {
        viewer.point(atX: width - 10 + (end - width + 10) * step / 8, y: height / 2)
      }
      viewer.waitUntilQuiet()
      #expect(way(viewer.screen, first, second) == width - 10 - end, "held")
      viewer.hands.release()
      viewer.hands.press()
      viewer.waitUntilQuiet()
      let caught = viewer.screen
      viewer.hands.release()
      viewer.expectTitle { $0.contains("— 2 / 2 —") }
      let gone = try #require(
        way(caught, first, second), "no place of the slide explains the screen")
      // The slide may be over before the press catches it; then this attempt proves nothing.
      isSeen = gone < width * 9 / 10
      viewer.expect(second)
    }
    #expect(isSeen, "it was never caught on its way")
  }
}

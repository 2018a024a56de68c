import Geometry
import TestSupport
import Testing

/// The tiles of a view: seen, let go, and made again.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct TileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// How many pixels are of the outline of a tile at the view's own scale.
  private func outlined(_ screen: PixelGrid) -> Int {
    screen.words.count { word in
      let (red, green, blue) = (word >> 16 & 255, word >> 8 & 255, word & 255)
      return green == 255 && (0x4b...0x4e).contains(red) && (0x65...0x67).contains(blue)
    }
  }

  @Test func aKeyOutlinesTheTilesAndTakesTheOutlinesAway() throws {
    let file = try folder.picture("photo.png", Photograph.grid(1300, 1000))
    let viewer = try RunningViewer(["--geometry", "463x391", "--zoom", "1", file])
    let plain = try viewer.settled()
    #expect(outlined(plain) == 0)
    viewer.type("d")
    // Once around each of a few tiles.
    let isOutlined = waitUntil(10) {
      outlined(viewer.screen) > 391 + 463
    }
    #expect(isOutlined, "\(outlined(viewer.screen))")
    viewer.type("d")
    viewer.expect(plain)
  }

  @Test func aCoveredWindowKeepsTheWholePictureAloneAndComesBack() throws {
    func decoded(covering: Bool) throws -> Int {
      let file = try folder.picture("photo.png", Photograph.grid(1300, 1000))
      let viewer = try RunningViewer(["--geometry", "463x391", "--zoom", "1", "--stats", file])
      let plain = try viewer.settled()
      if covering {
        let cover = viewer.client.makeWindow(at: viewer.rect, color: 0x123456)
        #expect(viewer.waitUntilQuiet())
        viewer.client.destroy(cover)
      }
      viewer.expect(plain)
      #expect(viewer.quit() == .status(0))
      let statistics = try #require(Statistics(viewer.process.standardOutput))
      return Int(try #require(statistics["decoded_pixels"]))
    }
    let once = try decoded(covering: false)
    // What the view shows at 100 % was let go, and was made once more; the whole picture was not.
    let view = try decoded(covering: true) - once
    #expect(view >= 463 * 391, "\(once), \(view)")
    #expect(view < once)
  }
}

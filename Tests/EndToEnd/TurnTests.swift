import Geometry
import TestSupport
import Testing

/// Turning and mirroring: the same pixels, in other places.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct TurnTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func everyKeyMovesEachPixelOfASmallPicture() throws {
    let picture = CoordinatePicture.grid(301, 200)
    let viewer = try RunningViewer([
      "--geometry", "500x400", try folder.picture("small.png", picture),
    ])
    func expect(_ quarters: Int, mirrored: Bool = false, _ what: String) {
      viewer.expect(
        picture.turned(quarters: quarters, mirrored: mirrored)
          .centered(on: viewer.size, surround: surround), what)
    }
    expect(0, "as it is")
    for (count, name) in ["right", "upside down", "left", "round"].enumerated() {
      viewer.type("r")
      expect((count + 1) % 4, name)
    }
    viewer.type("R")
    expect(3, "left by R")
    viewer.type("r")
    viewer.type("m")
    expect(0, mirrored: true, "mirrored")
    viewer.type("r")
    expect(1, mirrored: true, "mirrored, then turned right")
    // Mirroring is relative to the screen, not to the picture: the turn to the right becomes one to
    // the left.
    viewer.type("m")
    expect(3, "turned and mirrored twice")
  }

  @Test func aReducedPictureHasTheSamePixelsTurned() throws {
    let file = try folder.picture("photo.png", Photograph.grid(900, 600))
    let viewer = try RunningViewer(["--geometry", "450x450", file])
    let level = try RenderRun.pixels(file, ["--zoom", "0.5"], in: folder)
    #expect(level.size == PixelSize(width: 450, height: 300))
    viewer.expect(level.centered(on: viewer.size, surround: surround), "upright")
    viewer.type("r")
    viewer.expect(level.turned(quarters: 1).centered(on: viewer.size, surround: surround), "right")
    viewer.type("m")
    viewer.expect(
      level.turned(quarters: 3, mirrored: true).centered(on: viewer.size, surround: surround),
      "right and mirrored")
  }

  @Test func aTurnedPictureIsFittedUpright() throws {
    let file = try folder.picture("wide.png", Photograph.grid(900, 300))
    let viewer = try RunningViewer(["--geometry", "600x300", file])
    viewer.expectTitle { $0.contains("67 %") }
    viewer.type("r")
    viewer.expectTitle { $0.contains("33 %") }
    let level = try RenderRun.pixels(file, ["--zoom", "0.3333333333333333"], in: folder)
    viewer.expect(level.turned(quarters: 1).centered(on: viewer.size, surround: surround))
    viewer.type("R")
    viewer.expect(try RenderRun.view(file, viewer.size, in: folder))
  }
}

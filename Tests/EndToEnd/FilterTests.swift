import Geometry
import TestSupport
import Testing

/// Filters on the screen, and `fresnel render --filter`.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct FilterTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["invert", "blur(4)", "exposure(1),blur(2),invert"])
  func theScreenShowsWhatRenderWrites(chain: String) throws {
    let file = try folder.picture("photo.png", Photograph.grid(900, 600))
    let options = ["--filter", chain]
    let viewer = try RunningViewer(["--geometry", "450x400"] + options + [file])
    viewer.expect(
      try RenderRun.view(file, viewer.size, options, in: folder), tolerance: 1, "the whole")
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    viewer.expect(
      try RenderRun.view(file, viewer.size, options + ["--zoom", "1"], in: folder),
      tolerance: 1, "the middle at 100 %")
  }

  @Test func invertInvertsEveryPixel() throws {
    let picture = CoordinatePicture.grid(400, 300)
    let file = try folder.picture("a.png", picture)
    let inverted = Self.inverted(picture)
    #expect(
      try RenderRun.pixels(file, ["--filter", "invert"], in: folder)
        .difference(from: inverted, tolerance: 1) == nil)
    let viewer = try RunningViewer(["--filter", "invert", file])
    viewer.expect(
      inverted.centered(on: viewer.size, surround: surround), tolerance: 1)
  }

  @Test func theUnfilteredPictureIsNeverShownFirst() throws {
    let picture = CoordinatePicture.grid(600, 500)
    let file = try folder.picture("a.png", picture)
    let server = try XServer()
    let process = try server.run(
      RunningViewer.program, ["--filter", "invert", file], environment: RunningViewer.nobody)
    let viewer = try RunningViewer(process, on: server)
    let inverted = Self.inverted(picture)
    var hasSeenUnfiltered = false
    let isThere = waitUntil(RunningViewer.timeout) {
      let now = viewer.screen
      if now == picture { hasSeenUnfiltered = true }
      return now.matches(inverted, 1)
    }
    #expect(isThere && !hasSeenUnfiltered)
  }

  @Test func theChainStaysWhileBrowsing() throws {
    let pictures = ["1.png", "2.png"].map { (name: $0, grid: CoordinatePicture.grid(300, 200)) }
    for picture in pictures { try folder.picture(picture.name, picture.grid) }
    try folder.picture("2.png", Photograph.grid(300, 200))
    let viewer = try RunningViewer([
      "--geometry", "320x240", "--filter", "invert", folder["1.png"],
    ])
    viewer.expectTitle { $0.contains("1 / 2") }
    viewer.type(32)
    viewer.expectTitle { $0.contains("2 / 2") }
    viewer.expect(
      Self.inverted(Photograph.grid(300, 200)).centered(on: viewer.size, surround: surround),
      tolerance: 1)
  }

  @Test func aPictureOfSeveralBandsHasNoSeam() throws {
    let file = try folder.picture("a.png", Photograph.grid(700, 1700))
    let options = ["--filter", "blur(6)"]
    let whole = try RenderRun.pixels(file, ["--zoom", "2"] + options, in: folder)
    #expect(whole.size == PixelSize(width: 1400, height: 3400))
    // The seam between two bands is in the middle of this view.
    let part = try RenderRun.pixels(
      file, ["--size", "600x700", "--zoom", "2", "--center", "350,1024"] + options, in: folder)
    let same = whole.cropped(to: PixelRect(minX: 400, minY: 1698, maxX: 1000, maxY: 2398))
    #expect(part.difference(from: same, tolerance: 1) == nil)
    let seam = whole.cropped(to: PixelRect(minX: 0, minY: 1950, maxX: 1400, maxY: 2150))
    let around = try RenderRun.pixels(
      file, ["--size", "1400x200", "--zoom", "2", "--center", "350,1025"] + options, in: folder)
    #expect(around.difference(from: seam, tolerance: 1) == nil)
  }

  @Test func holdingTheKeyShowsTheUnfilteredPicture() throws {
    let picture = CoordinatePicture.grid(400, 300)
    let file = try folder.picture("a.png", picture)
    let viewer = try RunningViewer(["--filter", "invert", file])
    let inverted = Self.inverted(picture)
    viewer.expect(inverted, tolerance: 1, "filtered")
    viewer.hands.hold(Key.c)
    viewer.expect(picture, "while the key is held")
    viewer.hands.letGo(Key.c)
    viewer.expect(inverted, tolerance: 1, "let go")
  }

  @Test func oneKeySwitchesTheChainOffAndOn() throws {
    let picture = CoordinatePicture.grid(400, 300)
    let viewer = try RunningViewer([
      "--filter", "invert", try folder.picture("a.png", picture),
    ])
    viewer.expect(Self.inverted(picture), tolerance: 1, "on")
    viewer.type("x")
    viewer.expect(picture, "off")
    viewer.type("x")
    viewer.expect(Self.inverted(picture), tolerance: 1, "on again")
  }

  @Test func aKeyCyclesThroughTheFilters() throws {
    let picture = CoordinatePicture.grid(400, 300)
    let file = try folder.picture("a.png", picture)
    let viewer = try RunningViewer([file])
    viewer.expect(picture)
    for name in ["grayscale", "invert", "clipping", "focus-peaking", "edges", "false-color"] {
      viewer.type("g")
      viewer.expect(
        try RenderRun.pixels(file, ["--filter", name], in: folder), tolerance: 1, name)
    }
    viewer.type("g")
    viewer.expect(picture, "no filter again")
    viewer.type("G")
    viewer.expect(
      try RenderRun.pixels(file, ["--filter", "false-color"], in: folder), tolerance: 1,
      "backwards")
  }

  @Test func changingAValueDecodesAndUploadsNothing() throws {
    // At 100 %, where the next zoom step has no other tiles to prefetch.
    let file = try folder.picture("photo.png", Photograph.grid(900, 600))
    func statistics(_ keys: [UInt32]) throws -> PrintedStatistics {
      let viewer = try RunningViewer([
        "--stats", "--geometry", "450x400", "--zoom", "1", "--filter", "exposure(0.5)", file,
      ])
      viewer.waitUntilQuiet()
      let before = viewer.screen
      for key in keys { viewer.type(key) }
      viewer.waitUntilQuiet()
      // The panel is closed again, so the difference is the picture's.
      if !keys.isEmpty {
        #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
      }
      #expect(viewer.quit() == .status(0))
      return try #require(PrintedStatistics(viewer.process.standardOutput))
    }
    let still = try statistics([])
    // Opens the panel, selects its first value, and moves it by forty steps.
    let changed = try statistics(
      [0x65, Key.down] + [UInt32](repeating: Key.right, count: 40) + [0x65])
    #expect(changed["decoded_pixels"] == still["decoded_pixels"])
    #expect(changed["uploaded_bytes"] == still["uploaded_bytes"])
  }

  @Test func withoutGLThePictureIsShownWithOneSentence() throws {
    let picture = CoordinatePicture.grid(400, 300)
    let file = try folder.picture("a.png", picture)
    // The driver loader finds no driver.
    let environment: [String: String?] = ["__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null"]
    let viewer = try RunningViewer(["--filter", "invert", file], environment: environment)
    let sentence = "fresnel: filters need OpenGL ES 3, which is not available\n"
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.process.standardError.hasSuffix(sentence) },
      "\(viewer.process.standardError)")
    viewer.expect(picture, "when the sentence is gone")
    let process = try RenderRun.start(
      file, ["--filter", "invert"], output: folder["out.png"], environment: environment)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(
      process.standardError.hasPrefix("fresnel: \(file): filters need OpenGL ES 3: "),
      "\(process.standardError)")
  }

  static func inverted(_ grid: PixelGrid) -> PixelGrid {
    PixelGrid(size: grid.size, words: grid.words.map { $0 ^ 0x00ff_ffff })
  }
}

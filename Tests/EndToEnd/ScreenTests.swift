import Geometry
import TestSupport
import Testing

/// Kinds of screens: with few or many colours, with changing sizes, and with a pointer.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ScreenTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("photo.png", Photograph.grid(900, 600))
  }

  @Test func fullScreenWithoutAManagerFollowsANewResolution() throws {
    let viewer = try RunningViewer(["--geometry", "600x400+50+60", file])
    let place = viewer.rect
    viewer.type(Key.f)
    var expected = ExpectedSizes(file: file, folder: folder)
    for (width, height) in [(1280, 800), (1024, 700), (640, 480), (1280, 800)] {
      let size = PixelSize(width: width, height: height)
      if size != viewer.size { try #require(viewer.client.setResolution(size)) }
      #expect(waitUntil(RunningViewer.timeout) { viewer.rect == PixelRect(size) }, "\(size)")
      try expected.expect(viewer, "\(size)")
    }
    viewer.type(Key.escape)
    #expect(waitUntil(RunningViewer.timeout) { viewer.rect == place })
    try expected.expect(viewer, "in the window again")
  }

  @Test func theIdlePointerHidesInFullScreen() throws {
    let viewer = try RunningViewer(["--geometry", "600x400+50+60", file])
    viewer.point(atX: 100, y: 100)
    viewer.type(Key.f)
    #expect(waitUntil(RunningViewer.timeout) { !viewer.client.isPointerVisible }, "it rests")
    viewer.hands.move(toX: 300, y: 300)
    #expect(waitUntil(RunningViewer.timeout) { viewer.client.isPointerVisible }, "it moves")
    #expect(waitUntil(RunningViewer.timeout) { !viewer.client.isPointerVisible }, "it rests again")
    viewer.type(Key.escape)
    #expect(waitUntil(RunningViewer.timeout) { viewer.client.isPointerVisible }, "in the window")
  }

  @Test(arguments: [15, 16, 30])
  func everyDepthShowsThePicture(depth: Int) throws {
    let server = try XServer(depth: depth)
    let viewer = try RunningViewer(["--geometry", "600x400+50+60", file], on: server)
    let size = PixelSize(width: 600, height: 400)
    let right = try RenderRun.view(file, size, in: folder)
    // Half a step of a 5-bit channel; reading the screen truncates 10-bit channels.
    let tolerance = depth == 30 ? 1 : 5
    var shown = ScreenPicture(size: .zero)
    let isRight = waitUntil(RunningViewer.timeout, every: 0.05) {
      shown = ScreenReader(viewer.client).read(window: viewer.window) ?? shown
      return shown.grid.matches(right, tolerance)
    }
    #expect(
      isRight, "depth \(depth): \(shown.grid.difference(from: right, tolerance: tolerance) ?? "")")
    #expect(viewer.quit() == .status(0))
  }

  @Test(arguments: 0...5)
  func anEightBitScreenShowsThePictureDithered(visualClass: Int) throws {
    let server = try XServer(
      size: PixelSize(width: 640, height: 480), depth: 8, arguments: ["-cc", "\(visualClass)"])
    let viewer = try RunningViewer(["--geometry", "600x400+20+30", file], on: server)
    let right = try RenderRun.view(file, PixelSize(width: 600, height: 400), in: folder)
    func difference() -> Double {
      guard let shown = viewer.client.colors(viewer.rect), shown.size == right.size else {
        return 255
      }
      return shown.grid.differenceOfMeans(from: right, isGray: visualClass < 2)
    }
    var last = 255.0
    #expect(
      waitUntil(RunningViewer.timeout, every: 0.1) {
        last = difference()
        return last < 4
      }, "class \(visualClass): squares differ by \(last) of 255 in the mean")
    #expect(viewer.quit() == .status(0))
    #expect(!viewer.process.standardError.contains("colour"), "\(viewer.process.standardError)")
  }

  @Test func aScreenWithoutFreeColoursGivesOneSentence() throws {
    let server = try XServer(depth: 8, without: ["RENDER"])
    let client = try TestClient(server)
    client.takeAllColors()
    let process = try server.run(RunningViewer.program, [file])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    let lines = process.standardError.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("too few colours"), "\(lines)")
  }

  @Test func aSinglePixelFillsTheWindow() throws {
    let pixel = try folder.picture(
      "pixel.png", PixelGrid(width: 1, height: 1, opaque: { _, _ in 0xa0_5010 }))
    let viewer = try RunningViewer(["--geometry", "600x400+50+60", pixel])
    let size = PixelSize(width: 600, height: 400)
    let dot = PixelGrid(width: 1, height: 1, opaque: { _, _ in 0xa0_5010 })
    viewer.expect(dot.centered(on: size, surround: surround), "as it is")
    viewer.type("w")
    let filled = PixelGrid(width: 400, height: 400, opaque: { _, _ in 0xa0_5010 })
    viewer.expect(filled.centered(on: size, surround: surround), "filled")
  }

  @Test(arguments: ["q", "w"] as [Unicode.Scalar])
  func controlAndALetterQuits(letter: Unicode.Scalar) throws {
    let viewer = try RunningViewer(["--geometry", "600x400+50+60", file])
    viewer.hands.key(letter.value, holding: [Key.control])
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test(.enabled(if: TestProcess.canFind("i3"), "i3 is not installed"))
  func i3sTabsAndFloatingWindowsShowTheirPictures() throws {
    let server = try XServer()
    let manager = try WindowManager("i3", on: server, client: TestClient(server))
    func tell(_ command: String) throws {
      let message = try server.run("i3-msg", [command])
      #expect(message.wait(limit: 60) == .status(0), "\(command): \(message.standardError)")
    }
    let other = try folder.picture("other.png", CoordinatePicture.grid(300, 500))
    let first = try RunningViewer([file], on: server)
    var firstSizes = ExpectedSizes(file: file, folder: folder)
    try firstSizes.expect(first, "alone")
    try tell("layout tabbed")
    let second = try RunningViewer([other], on: server)
    var secondSizes = ExpectedSizes(file: other, folder: folder)
    try secondSizes.expect(second, "its tab is in front")
    for time in 0..<3 {
      try tell("focus left")
      try firstSizes.expect(first, "tab 1, time \(time)")
      try tell("focus right")
      try secondSizes.expect(second, "tab 2, time \(time)")
    }
    try tell("floating toggle")
    try secondSizes.expect(second, "floating")
    try tell("floating toggle")
    try secondSizes.expect(second, "tiled again")
    try tell("layout splith")
    try firstSizes.expect(first, "beside the other")
    try secondSizes.expect(second, "beside the first")
    #expect(manager.process.isRunning)
  }
}

extension ScreenPicture {
  /// The same pixels, opaque.
  var grid: PixelGrid {
    PixelGrid(width: size.width, height: size.height, opaque: { self[$0, $1] })
  }
}

extension PixelGrid {
  /// The mean difference between the averages of squares of 8 × 8 pixels, over all squares and
  /// channels; for a gray picture only lightness is compared.
  func differenceOfMeans(from other: PixelGrid, isGray: Bool) -> Double {
    func sums(_ grid: PixelGrid, _ x: Int, _ y: Int) -> [Double] {
      var sums = [0.0, 0, 0]
      for row in y..<y + 8 {
        for column in x..<x + 8 {
          let word = grid[column, row]
          sums[0] += Double(word >> 16 & 255)
          sums[1] += Double(word >> 8 & 255)
          sums[2] += Double(word & 255)
        }
      }
      if isGray { return [0.299 * sums[0] + 0.587 * sums[1] + 0.114 * sums[2]] }
      return sums
    }
    var total = 0.0
    var count = 0.0
    for y in stride(from: 0, to: size.height - 7, by: 8) {
      for x in stride(from: 0, to: size.width - 7, by: 8) {
        for (mine, its) in zip(sums(self, x, y), sums(other, x, y)) {
          total += abs(mine - its) / 64
          count += 1
        }
      }
    }
    return count > 0 ? total / count : 255
  }
}

import Geometry
import Glibc
import TestSupport
import Testing

/// Pictures brighter than white, in a window and with `fresnel render`.
@Suite struct LightProgramTests {
  let folder: TemporaryFolder
  private static let size = PixelSize(width: 512, height: 320)

  init() throws { folder = try TemporaryFolder() }

  /// Greys from 2⁻⁶ to 2⁴ times white, as floats in a portable float map.
  private static func map() -> [UInt8] {
    var bytes = Array("PF\n\(size.width) \(size.height)\n-1.0\n".utf8)
    let row = (0..<size.width).flatMap { x -> [UInt8] in
      let bits = light(x).bitPattern
      let sample = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
      return sample + sample + sample
    }
    for _ in 0..<size.height { bytes += row }
    return bytes
  }

  private static func light(_ x: Int) -> Float { Float(exp2(-6 + 10 * Double(x) / 511)) }

  /// The sRGB code of a linear value, clipped at white.
  private static func code(_ light: Double) -> Double {
    let light = min(light, 1)
    return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  private func preferences(_ lines: String) throws -> [String: String?] {
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array((lines + "bar = \"off\"\n").utf8))
    return ["XDG_CONFIG_HOME": folder["config"]]
  }

  private func expectClipped(_ grid: PixelGrid, exposure: Double, _ place: String) {
    #expect(grid.size == Self.size, "\(place)")
    for x in stride(from: 0, to: Self.size.width, by: 7) {
      let wanted = Self.code(Double(Self.light(x)) * exp2(exposure))
      let shown = Double(grid[x, 100] & 255)
      guard abs(shown - wanted) > 1.1 else { continue }
      Issue.record("\(place), column \(x): \(shown) for \(wanted)")
      return
    }
  }

  @Test func whiteFollowsTheSettings() throws {
    let file = try folder.file("ramp.pfm", Self.map())
    let environment = try preferences("tone-mapping = \"clip\"\n")
    for exposure in ["0", "-3", "2.5"] {
      let process = try RenderRun.start(
        file, ["--exposure", exposure], output: folder["out.png"], environment: environment)
      #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
      try expectClipped(
        PixelGrid(png: folder["out.png"]), exposure: Double(exposure) ?? 0, exposure)
    }
    // By default, bright tones stay distinct.
    let rolledOff = try RenderRun.pixels(file, in: folder)
    let tones = [300, 350, 400, 450, 490].map { rolledOff[$0, 100] & 255 }
    #expect(zip(tones, tones.dropFirst()).allSatisfy { $0 < $1 }, "\(tones)")
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func exposureKeysAndWheelDecodeNothing() throws {
    let file = try folder.file("ramp.pfm", Self.map())
    let viewer = try RunningViewer(
      ["--stats", file], environment: try preferences("tone-mapping = \"clip\"\n"))
    #expect(viewer.size == Self.size)
    expectClipped(try viewer.settled(), exposure: 0, "as it is")
    for _ in 0..<4 { viewer.type("(") }
    try awaitClipped(viewer, exposure: -1)
    for _ in 0..<6 { viewer.type(")") }
    try awaitClipped(viewer, exposure: 0.5)
    viewer.point(atX: 200, y: 50)
    viewer.hands.hold(Key.control)
    viewer.hands.hold(Key.shift)
    viewer.hands.wheel(-2)
    viewer.hands.letGo(Key.shift)
    viewer.hands.letGo(Key.control)
    try awaitClipped(viewer, exposure: 1)
    #expect(viewer.title.contains("100 %"), "the wheel has not zoomed")
    #expect(viewer.quit() == .status(0))
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    #expect(statistics.words["pixel_kind"] == "rgba16f")
    #expect(statistics.words["tone_mapping"] == "clip" && statistics["exposure"] == 1)
    #expect(try #require(statistics["headroom"]) > 15)
    // The whole picture, decoded once.
    #expect(statistics["decoded_pixels"] == Double(Self.size.width * Self.size.height))
  }

  /// Waits for an exposure, by a pixel that no text covers.
  private func awaitClipped(_ viewer: RunningViewer, exposure: Double) throws {
    let middle = Self.code(Double(Self.light(256)) * exp2(exposure))
    #expect(
      waitUntil(RunningViewer.timeout) {
        let screen = viewer.screen
        return screen.size == Self.size && abs(Double(screen[256, 100] & 255) - middle) <= 1.1
      }, "exposure \(exposure)")
    expectClipped(viewer.screen, exposure: exposure, "exposure \(exposure)")
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func filtersApplyBeforeToneMapping() throws {
    let file = try folder.file("ramp.pfm", Self.map())
    // Four stops less bring everything below white, so nothing may have been clipped before.
    let environment = try preferences("tone-mapping = \"clip\"\n")
    let viewer = try RunningViewer(
      ["--filter", "exposure(stops=-4)", file], environment: environment)
    try awaitClipped(viewer, exposure: -4)
    #expect(viewer.quit() == .status(0))
    let process = try RenderRun.start(
      file, ["--filter", "blur(radius=0),exposure(stops=-4)"], output: folder["out.png"],
      environment: environment)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    try expectClipped(PixelGrid(png: folder["out.png"]), exposure: -4, "after a pass")
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func a30BitScreenShowsFiltersAndFineSteps() throws {
    let server = try XServer(depth: 30)
    let file = try folder.file("ramp.pfm", Self.map())
    let viewer = try RunningViewer(
      ["--filter", "exposure(stops=-4)", file], on: server,
      environment: try preferences("tone-mapping = \"clip\"\n"))
    let place = viewer.rect
    let row = PixelRect(
      minX: place.minX, minY: place.minY + 100, maxX: place.maxX, maxY: place.minY + 101)
    let reader = ScreenReader(viewer.client)
    var shown: [UInt] = []
    let isRight = waitUntil(RunningViewer.timeout) {
      shown = reader.greens(row)
      return shown.count == Self.size.width
        && shown.enumerated().allSatisfy { x, code in
          let wanted = Self.code(Double(Self.light(x)) / 16) / 255 * 1023
          return abs(Double(code) - wanted) <= 1.1
        }
    }
    #expect(isRight, "\(shown.prefix(9)) …")
    #expect(!viewer.process.standardError.contains("OpenGL"))
    #expect(viewer.quit() == .status(0))
  }
}

import Geometry
import Glibc
import TestSupport
import Testing

/// Large pictures of 16 bits that are looked at closely: their fine tones are there, from what has
/// been cached too.
@Suite struct DeepPictureTests {
  let folder: TemporaryFolder
  private static let size = PixelSize(width: 2600, height: 1700)
  private static let center = ["--zoom", "1", "--center", "700,1200"]
  /// What brings the darkest ten of 255 codes up to white.
  private static let exposure = 9.0

  init() throws { folder = try TemporaryFolder() }

  /// A column more is one of 65 535 codes more.
  private func ramp() throws -> String {
    let png = RawPNG(
      width: Self.size.width, height: Self.size.height, colorType: 0, depth: 16)
    return try folder.file(
      "ramp.png", png.file((0..<Self.size.width * Self.size.height).map { $0 % Self.size.width }))
  }

  private var clipping: [String: String?] {
    get throws {
      try folder.folders("config/fresnel")
      try folder.file("config/fresnel/config.toml", Array("tone-mapping = \"clip\"\n".utf8))
      return ["XDG_CONFIG_HOME": folder["config"]]
    }
  }

  /// The code that is shown of a column at 100 %.
  private static func code(_ column: Int) -> Double {
    // So dark sRGB is a straight line.
    let light = min(Double(column) / 65535 / 12.92 * exp2(exposure), 1)
    return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  /// Holds a row, whose first pixel shows a column, to the formula.
  private func expectFine(_ row: [Int], from column: Int, _ place: String) {
    let worst = row.enumerated().map { abs(Double($1) - Self.code(column + $0)) }.max() ?? 255
    #expect(worst <= 1.1, "\(place)")
    // Eight bits have six codes there.
    #expect(Set(row).count > 130, "\(place)")
  }

  @Test func renderingExposesWhatEightBitsHaveNot() throws {
    let file = try ramp()
    let options = Self.center + ["--size", "1200x300", "--exposure", "\(Self.exposure)"]
    let grid = try RenderRun.pixels(file, options, in: folder, environment: clipping)
    #expect(grid.size == PixelSize(width: 1200, height: 300))
    expectFine((0..<1200).map { Int(grid[$0, 120] & 255) }, from: 100, "rendered")
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func aWindowExposesThemInEveryView() throws {
    let file = try ramp()
    let viewer = try RunningViewer(
      ["--stats", "--geometry", "1200x500", file] + Self.center, environment: clipping)
    let plain = try viewer.settled()
    #expect(plain[1199, 100] & 255 <= 6, "it is as dark as it is")
    for _ in 0..<36 { viewer.type(")") }
    let isFine = waitUntil(RunningViewer.patience) {
      let screen = viewer.screen
      return screen.size == plain.size
        && (0..<1200).allSatisfy { abs(Double(screen[$0, 160] & 255) - Self.code(100 + $0)) <= 1.1 }
    }
    #expect(isFine, "it is exposed")
    let first = try viewer.settled()
    expectFine((0..<1200).map { Int(first[$0, 160] & 255) }, from: 100, "before it is moved")
    // Away and back: what comes again is cut from what has been cached.
    viewer.type("0")
    viewer.expectTitle { !$0.contains("100 %") }
    _ = try viewer.settled()
    viewer.point(atX: 600, y: 250)
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    let again = try viewer.settled()
    let row = (0..<1200).map { Int(again[$0, 160] & 255) }
    #expect(Set(row).count > 60, "no view has eight bits")
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 + 1 }, "there is no seam")
    #expect(viewer.quit() == .status(0))
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    #expect(statistics.words["pixel_kind"] == "rgba16f")
  }
}

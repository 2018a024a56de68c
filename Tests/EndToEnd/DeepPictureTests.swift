import Geometry
import Glibc
import TestSupport
import Testing

/// Large 16-bit pictures at 100 %: their fine tones are shown, from the cache too.
@Suite struct DeepPictureTests {
  let folder: TemporaryFolder
  private static let size = PixelSize(width: 2600, height: 1700)
  private static let center = ["--zoom", "1", "--center", "700,1200"]
  /// The exposure that brings the darkest ten of 255 codes up to white, in stops.
  private static let exposure = 9.0

  init() throws { folder = try TemporaryFolder() }

  /// A ramp: each column is one 16-bit code brighter than the one before.
  private func ramp() throws -> String {
    let png = RawPNG(
      width: Self.size.width, height: Self.size.height, colorType: 0, depth: 16)
    return try folder.file(
      "ramp.png", png.file((0..<Self.size.width * Self.size.height).map { $0 % Self.size.width }))
  }

  private var clipping: [String: String?] {
    get throws {
      try folder.folders("config/fresnel")
      try folder.file(
        "config/fresnel/config.toml", Array("tone-mapping = \"clip\"\nbar = \"off\"\n".utf8))
      return ["XDG_CONFIG_HOME": folder["config"]]
    }
  }

  /// The 8-bit code shown for a column at 100 %.
  private static func code(_ column: Int) -> Double {
    // sRGB is linear for values this dark.
    let light = min(Double(column) / 65535 / 12.92 * exp2(exposure), 1)
    return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  /// Compares a row that begins with `column` with the formula.
  private func expectFine(_ row: [Int], from column: Int, _ place: String) {
    let worst = row.enumerated().map { abs(Double($1) - Self.code(column + $0)) }.max() ?? 255
    #expect(worst <= 1.1, "\(place)")
    // Eight bits have only six codes in this range.
    #expect(Set(row).count > 130, "\(place)")
  }

  @Test func renderKeepsMoreThanEightBits() throws {
    let file = try ramp()
    let options = Self.center + ["--size", "1200x300", "--exposure", "\(Self.exposure)"]
    let grid = try RenderRun.pixels(file, options, in: folder, environment: clipping)
    #expect(grid.size == PixelSize(width: 1200, height: 300))
    expectFine((0..<1200).map { Int(grid[$0, 120] & 255) }, from: 100, "rendered")
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func aWindowKeepsMoreThanEightBitsInEveryView() throws {
    let file = try ramp()
    let viewer = try RunningViewer(
      ["--stats", "--geometry", "1200x500", file] + Self.center, environment: clipping)
    let plain = try viewer.settled()
    #expect(plain[1199, 100] & 255 <= 6, "it is as dark as it is")
    for _ in 0..<36 { viewer.type(")") }
    let isFine = waitUntil(RunningViewer.timeout) {
      let screen = viewer.screen
      return screen.size == plain.size
        && (0..<1200).allSatisfy { abs(Double(screen[$0, 160] & 255) - Self.code(100 + $0)) <= 1.1 }
    }
    #expect(isFine, "it is exposed")
    let first = try viewer.settled()
    expectFine((0..<1200).map { Int(first[$0, 160] & 255) }, from: 100, "before it is moved")
    // Zoom out and in again: these tiles are cut from the cache.
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

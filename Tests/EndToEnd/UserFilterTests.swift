import Geometry
import Glibc
import TestSupport
import Testing

/// Filters in the user's folder, saved while the picture is shown.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct UserFilterTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(900, 700)
  let file: String
  let environment: [String: String?]

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
    try folder.folders("config/fresnel/filters")
    environment = ["XDG_CONFIG_HOME": folder["config"]]
  }

  private func save(_ body: String, header: String = "") throws {
    let text = "//!DESC Mine\n\(header)//!HOOK COLOR\nvec4 filter_color(vec4 color) { \(body) }\n"
    // Saves as editors do: writes another file, and renames it.
    try folder.file("config/fresnel/filters/.mine.part", Array(text.utf8))
    rename(
      folder["config/fresnel/filters/.mine.part"], folder["config/fresnel/filters/mine.frag"])
  }

  @Test func aSavedFilterIsShownAtOnceAndTheViewStays() throws {
    try save("return vec4(1.0 - color.rgb, color.a);")
    let viewer = try RunningViewer(
      ["--geometry", "400x300", "--zoom", "1", "--center", "300,400", "--filter", "mine", file],
      environment: environment)
    let part = picture.cropped(to: PixelRect(minX: 100, minY: 250, maxX: 500, maxY: 550))
    viewer.expect(FilterTests.inverted(part), tolerance: 1, "as it was")
    let title = viewer.title
    try save("return vec4(color.rbg, color.a);")
    let swapped = PixelGrid(
      size: part.size,
      words: part.words.map { $0 & 0xffff_0000 | ($0 & 0xff) << 8 | $0 >> 8 & 0xff })
    viewer.expect(swapped, tolerance: 1, "as it was saved")
    #expect(viewer.title == title)
    #expect(viewer.process.standardError.isEmpty)
  }

  @Test(arguments: ["return vec4(nothing);", "return 1.0;"])
  func aBrokenShaderIsReportedOnceAndThePictureStays(body: String) throws {
    try save("return vec4(1.0 - color.rgb, color.a);")
    let viewer = try RunningViewer(
      ["--geometry", "900x700", "--filter", "mine", file], environment: environment)
    let inverted = FilterTests.inverted(picture)
    viewer.expect(inverted, tolerance: 1)
    try save(body)
    let isSaid = waitUntil(RunningViewer.timeout) {
      viewer.process.standardError.contains("mine.frag:3: ")
    }
    #expect(isSaid, "\(viewer.process.standardError)")
    // The message in the window disappears by itself.
    viewer.expect(inverted, tolerance: 1, "the picture stays as it was")
    #expect(viewer.process.standardError.filter { $0 == "\n" }.count == 1)
    try save("return color;")
    viewer.expect(picture, tolerance: 1, "mended")
  }

  @Test func aBrokenHeaderIsReportedOnceAndThePictureStays() throws {
    try save("return vec4(1.0 - color.rgb, color.a);")
    let viewer = try RunningViewer(
      ["--geometry", "900x700", "--filter", "mine", file], environment: environment)
    let inverted = FilterTests.inverted(picture)
    viewer.expect(inverted, tolerance: 1)
    try save("return color;", header: "//!LIGHT dark\n")
    let isSaid = waitUntil(RunningViewer.timeout) {
      viewer.process.standardError.contains("mine.frag:2: ")
    }
    #expect(isSaid, "\(viewer.process.standardError)")
    viewer.expect(inverted, tolerance: 1, "the picture stays as it was")
  }

  @Test func validValuesAreKeptWhenAFilterChanges() throws {
    let header = "//!PARAM amount\n//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 1\n0\n"
    try save("return vec4(color.rgb * amount, color.a);", header: header)
    let viewer = try RunningViewer(
      ["--geometry", "900x700", "--filter", "mine(0.5)", file], environment: environment)
    let half = PixelGrid(size: picture.size, words: picture.words.map(Self.halved))
    viewer.expect(half, tolerance: 1)
    try save("return vec4(1.0 - color.rgb * amount, color.a);", header: header)
    viewer.expect(FilterTests.inverted(half), tolerance: 1)
  }

  /// Saves a filter that shows the pixel 200 further right and 100 further down.
  private func saveShift() throws {
    let text = """
      //!DESC Shift
      //!HOOK IMAGE
      //!MARGIN 200
      vec4 filter_image(vec2 position) {
        return source(position + vec2(reach(200.0), reach(100.0)));
      }
      """
    try folder.file("config/fresnel/filters/shift.frag", Array(text.utf8))
  }

  @Test func aFilterReadsPixelsOutsideTheView() throws {
    try saveShift()
    let viewer = try RunningViewer(
      ["--geometry", "256x200", "--zoom", "1", "--center", "256,256", "--filter", "shift", file],
      environment: environment)
    func shifted(_ x: Int, _ y: Int) -> PixelGrid {
      picture.cropped(
        to: PixelRect(minX: x + 200, minY: y + 100, maxX: x + 456, maxY: y + 300))
    }
    viewer.expect(shifted(128, 156), "around the middle")
    // An arrow key pans by 15 % of the view, to tiles that are not resident yet.
    viewer.type(Key.right)
    viewer.expect(shifted(128 + 38, 156), "further right")
    viewer.type("x")
    viewer.expect(
      picture.cropped(to: PixelRect(minX: 166, minY: 156, maxX: 422, maxY: 356)), "off")
    viewer.type("x")
    viewer.expect(shifted(128 + 38, 156), "on again")
  }

  @Test func filteredBandsOfALargePictureHaveNoSeam() throws {
    try saveShift()
    let tall = CoordinatePicture.grid(300, 2500)
    let tallFile = try folder.picture("tall.png", tall)
    let rendered = try RenderRun.pixels(
      tallFile, ["--filter", "shift"], in: folder, environment: environment)
    let shifted = PixelGrid(
      width: 300, height: 2500, color: { tall[min($0 + 200, 299), min($1 + 100, 2499)] })
    #expect(rendered.difference(from: shifted) == nil)
  }

  private static func halved(_ word: UInt32) -> UInt32 {
    word & 0xff00_0000 | (word >> 1 & 0x007f_7f7f)
  }
}

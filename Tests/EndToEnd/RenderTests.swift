import Geometry
import Glibc
import TestSupport
import Testing

/// `fresnel render`: exact pixels, and output files that scripts can rely on.
@Suite struct RenderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [(1, 1), (1, 300), (300, 1), (257, 513), (1200, 900)])
  func wholePicturesAreExact(width: Int, height: Int) throws {
    let picture = CoordinatePicture.grid(width, height)
    let file = try folder.picture("a.png", picture)
    #expect(try RenderRun.pixels(file, in: folder).difference(from: picture) == nil)
  }

  /// The settings for camera raw pictures apply here, too; errors in the file are reported.
  @Test func renderReadsTheSettings() throws {
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array("raw = \"cooked\"\n".utf8))
    let file = try folder.picture("a.png", CoordinatePicture.grid(40, 30))
    let process = try RenderRun.start(
      file, output: folder["out.png"], environment: ["XDG_CONFIG_HOME": folder["config"]])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(process.standardError.contains("config.toml") && process.standardError.contains("raw"))
    #expect(try PixelGrid(png: folder["out.png"]).size == PixelSize(width: 40, height: 30))
  }

  @Test func aPartIsRenderedAroundItsCentre() throws {
    let picture = CoordinatePicture.grid(1000, 800)
    let file = try folder.picture("a.png", picture)
    let part = try RenderRun.pixels(
      file, ["--size", "300x200", "--zoom", "1", "--center", "400,350"], in: folder)
    let expected = picture.cropped(to: PixelRect(minX: 250, minY: 250, maxX: 550, maxY: 450))
    #expect(part.difference(from: expected) == nil)
    // A centre outside the picture leaves no gap at its edges.
    let corner = try RenderRun.pixels(
      file, ["--size", "300x200", "--zoom", "1", "--center=-50,9000"], in: folder)
    let lower = picture.cropped(to: PixelRect(minX: 0, minY: 600, maxX: 300, maxY: 800))
    #expect(corner.difference(from: lower) == nil)
  }

  @Test func crispPixelsAreWholePixels() throws {
    let picture = CoordinatePicture.grid(40, 30)
    let file = try folder.picture("a.png", picture)
    let rendered = try RenderRun.pixels(file, ["--zoom", "800%"], in: folder)
    let expected = PixelGrid(width: 320, height: 240, color: { picture[$0 / 8, $1 / 8] })
    #expect(rendered.difference(from: expected) == nil)
  }

  @Test func aViewOfSeveralBandsHasNoSeam() throws {
    let picture = CoordinatePicture.grid(700, 900)
    let file = try folder.picture("a.png", picture)
    let rendered = try RenderRun.pixels(file, ["--zoom", "4"], in: folder)
    let expected = PixelGrid(width: 2800, height: 3600, color: { picture[$0 / 4, $1 / 4] })
    #expect(rendered.difference(from: expected) == nil)
  }

  @Test func statisticsHaveEveryField() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(500, 400))
    let process = try RenderRun.start(file, ["--stats"], output: folder["out.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    let statistics = try #require(PrintedStatistics(process.standardOutput, hasStart: false))
    #expect(statistics["displayed_pixels"] == 200_000.0)
    #expect(statistics["decoded_pixels"] ?? 0 >= 500 * 400)
    #expect(statistics["first_frame_ms"] ?? 0 > 0)
  }

  @Test func aFailedRenderKeepsTheOldFile() throws {
    try folder.file("old.png", Array("old".utf8))
    let bad = try folder.file("bad.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])
    let process = try RenderRun.start(bad, output: folder["old.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(try TemporaryFolder.contents(of: folder["old.png"]) == Array("old".utf8))
  }

  @Test func anUnwritableOutputIsNamed() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(50, 40))
    let output = folder["no/such/folder.png"]
    let process = try RenderRun.start(file, output: output)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(process.standardError.hasPrefix("fresnel: \(output): "), "\(process.standardError)")
    let full = try RenderRun.start(file, output: "/dev/full")
    #expect(full.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(full.standardError.hasPrefix("fresnel: /dev/full: "), "\(full.standardError)")
  }

  @Test(
    .enabled(
      if: geteuid() == 0 && TestProcess.canFind("setpriv"), "only root can be somebody else"))
  func anOrdinaryUserCanRender() throws {
    let picture = CoordinatePicture.grid(300, 200)
    let file = try folder.picture("a.png", picture)
    chmod(folder.path, 0o777)
    let output = folder["out.png"]
    let process = try TestProcess(
      "setpriv",
      [
        "--reuid=65534", "--clear-groups", RunningViewer.program, "render", file, "-o", output,
      ], environment: ["DISPLAY": nil])
    #expect(
      process.wait(limit: RunningViewer.timeout) == .status(0), "\(process.standardError)")
    #expect(try PixelGrid(png: output) == picture)
  }
}

import Geometry
import Glibc
import TestSupport
import Testing

/// A truncated file shows the rows that are there, and a sentence.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct CutFileTests {
  let folder: TemporaryFolder
  /// Noise, which doesn't compress: half of the file is about half of the rows.
  let picture = PixelGrid(
    width: 600, height: 400,
    opaque: { x, y in
      let hash = UInt32(truncatingIfNeeded: x &* 7919 &+ y &* 104_729) &* 2_654_435_761
      return hash >> 8 | 0x10101
    })
  let cut: String

  init() throws {
    folder = try TemporaryFolder()
    cut = try folder.picture("cut.png", picture)
    var status = stat()
    try #require(stat(cut, &status) == 0 && truncate(cut, status.st_size / 2) == 0)
  }

  /// The number of rows from the top that match the picture.
  private func wholeRows(_ grid: PixelGrid) -> Int {
    (0..<400).prefix { y in (0..<600).allSatisfy { grid[$0, y] == picture[$0, y] } }.count
  }

  @Test func theWindowShowsTheRowsOfATruncatedFile() throws {
    let viewer = try RunningViewer(["--geometry", "600x400+30+20", cut])
    let screen = try viewer.settled()
    try #require(
      screen.size == PixelSize(width: 600, height: 400), "\(viewer.process.standardError)")
    let rows = wholeRows(screen)
    #expect(rows > 40 && rows < 390, "\(rows) rows")
    _ = viewer.quit()
    let said = viewer.process.standardError
    #expect(
      said == "fresnel: \(cut): the file ends too early; the rest of the picture is missing\n")
  }

  @Test func renderWritesTheRowsOfATruncatedFile() throws {
    let output = folder["out.png"]
    let run = try RenderRun.start(cut, output: output)
    #expect(run.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(run.standardError.contains("\(cut): the file ends too early"))
    let rows = wholeRows(try PixelGrid(png: output))
    #expect(rows > 40 && rows < 390, "\(rows) rows")
  }
}

import Geometry
import Glibc
import TestSupport
import Testing

/// Files and folders that are replaced or removed while they are viewed.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ReplacedFileTests {
  let folder: TemporaryFolder
  let colors: [UInt32] = [0xc04040, 0x40c040]

  init() throws { folder = try TemporaryFolder() }

  private func plain(_ color: UInt32) -> PixelGrid {
    PixelGrid(width: 1600, height: 1200, opaque: { _, _ in color })
  }

  /// Each screen shows one version, however often the file is replaced.
  @Test func aConstantlyReplacedFileIsNeverMixed() throws {
    let versions = try colors.enumerated().map { try folder.picture("v\($0)", plain($1)) }
    let shown = try folder.folder("shown")
    let file = shown + "/a.png"
    try #require(link(versions[0], file) == 0)
    let viewer = try RunningViewer(["--geometry", "400x300+0+0", file])
    let whole = Set(colors.map { $0 | 0xff00_0000 })
    #expect(waitUntil(RunningViewer.timeout) { Set(viewer.screen.words) == [0xffc0_4040] })
    for round in 0..<100 {
      let next = folder["next"]
      try #require(link(versions[(round + 1) % 2], next) == 0)
      try #require(rename(next, file) == 0)
      if round % 10 == 5 { viewer.type(round % 20 == 5 ? "1" : "0") }
      usleep(20_000)
      // On a busy machine the line of progress stands in the first three rows.
      let screen = viewer.screen
      let seen = Set(screen.words.dropFirst(3 * screen.size.width))
      #expect(
        seen.count == 1 && seen.isSubset(of: whole),
        "round \(round): \(seen.map { String($0, radix: 16) })")
    }
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func removingTheFolderKeepsTheOpenPicture() throws {
    let picture = CoordinatePicture.grid(1200, 900)
    try folder.folder("gone")
    let file = try folder.picture("gone/a.png", picture)
    try folder.picture("gone/b.png", plain(colors[0]))
    let viewer = try RunningViewer(["--geometry", "400x300", file])
    viewer.expectTitle { $0.contains("— 1 / 2 —") }
    let whole = try viewer.settled()
    for name in ["a.png", "b.png"] { unlink(folder["gone/\(name)"]) }
    #expect(rmdir(folder["gone"]) == 0)
    viewer.point(atX: 200, y: 150)
    viewer.type("1")
    viewer.expect(
      picture.cropped(to: PixelRect(minX: 400, minY: 300, maxX: 800, maxY: 600)), "sharp")
    viewer.type("0")
    viewer.expect(whole)
    // There is no other picture: the viewer says so, or stays.
    viewer.type(32)
    #expect(viewer.waitUntilQuiet())
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 })
    #expect(viewer.quit() == .status(0))
  }

  /// The file is truncated and rewritten while it is being read.
  @Test func aTruncatedAndRewrittenFileIsCompleteInTheEnd() throws {
    let file = try folder.picture("a.png", Photograph.grid(1600, 1200))
    let bytes = try TemporaryFolder.contents(of: file)
    let viewer = try RunningViewer(["--geometry", "400x300+0+0", file])
    viewer.expectTitle { $0.contains("1600 × 1200") }
    let whole = try viewer.settled()
    for round in 0..<20 {
      viewer.type(round % 2 == 0 ? "1" : "0")
      usleep(UInt32(round * 1500))
      #expect(truncate(file, 0) == 0)
      usleep(2000)
      try folder.file("a.png", bytes)
    }
    viewer.type("0")
    viewer.expect(whole, "whole again")
    #expect(viewer.quit() == .status(0))
  }
}

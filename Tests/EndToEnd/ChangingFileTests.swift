import Geometry
import Glibc
import TestSupport
import Testing

/// Files that are written to while they are viewed.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ChangingFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func plain(_ color: UInt32, width: Int = 400, height: Int = 300) -> PixelGrid {
    PixelGrid(width: width, height: height, opaque: { _, _ in color })
  }

  private func bytes(of picture: PixelGrid) throws -> [UInt8] {
    let path = try folder.picture("other", picture)
    defer { unlink(path) }
    return try TemporaryFolder.contents(of: path)
  }

  /// Some of a screen's colours, for the failure message.
  private static func colors(of grid: PixelGrid?) -> [String] {
    guard let grid else { return [] }
    var colors: Set<UInt32> = []
    for y in 0..<grid.size.height { for x in 0..<grid.size.width { colors.insert(grid[x, y]) } }
    return colors.sorted().prefix(8).map { String($0, radix: 16) }
  }

  @Test func aRewrittenFileIsNeverShownInPartsOrCalledDamaged() throws {
    // Larger than the window, so zooming to 100 % reads the file again.
    let (old, new): (UInt32, UInt32) = (0xc04040, 0x40c040)
    let file = try folder.picture("a.png", plain(old, width: 1600, height: 1200))
    let viewer = try RunningViewer(["--geometry", "400x300+0+0", file])
    viewer.expect(plain(old))
    viewer.waitUntilQuiet()
    try folder.file("a.png", bytes(of: plain(new, width: 1600, height: 1200)))
    viewer.type("1")
    // Each screen shows one version, and the last one shows the new version.
    var mixed: PixelGrid?
    let isNew = waitUntil(RunningViewer.timeout) {
      let screen = viewer.screen
      if screen != plain(old), screen != plain(new), !screen.size.isEmpty { mixed = screen }
      return screen == plain(new)
    }
    #expect(
      mixed == nil,
      "two versions stand side by side, or a sentence over them: \(Self.colors(of: mixed))")
    #expect(isNew)
    viewer.expectTitle { $0.contains("100 %") }
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aFileOfAnotherSizeReopensOnZoom() throws {
    // The decoder still expects the old size when it reads the file again.
    let (old, new): (UInt32, UInt32) = (0xc04040, 0x40c040)
    let file = try folder.picture("a.png", plain(old, width: 1600, height: 1200))
    let viewer = try RunningViewer(["--geometry", "400x300+0+0", file])
    viewer.expect(plain(old))
    viewer.waitUntilQuiet()
    try folder.file("a.png", bytes(of: plain(new, width: 200_000, height: 40)))
    viewer.type("1")
    viewer.expectTitle { $0.contains("200000 × 40") }
    // The view stays where it is, so how much of such a flat picture is visible may vary.
    let isShown = waitUntil(RunningViewer.timeout) {
      let colors = Self.colors(of: viewer.screen)
      return colors.contains { $0.hasSuffix("40c040") }
        && !colors.contains { $0.hasSuffix("c04040") }
    }
    #expect(isShown, "\(Self.colors(of: viewer.screen))")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aChangedFileReopensOnReturn() throws {
    let file = try folder.picture("a.png", plain(0xc04040))
    try folder.picture("b.png", plain(0x4040c0))
    let viewer = try RunningViewer([file])
    viewer.expect(plain(0xc04040))
    for (color, isReplaced) in [(UInt32(0x40c040), false), (0xc0c040, true)] {
      viewer.type(32)
      viewer.expect(plain(0x4040c0))
      viewer.waitUntilQuiet()
      if isReplaced {
        try folder.picture("new", plain(color))
        rename(folder["new"], file)
      } else {
        try folder.file("a.png", bytes(of: plain(color)))
      }
      viewer.type("p")
      viewer.expect(plain(color))
    }
  }

  @Test func aFileBeingWrittenIsShownCompleteInTheEnd() throws {
    let picture = CoordinatePicture.grid(400, 300)
    let whole = try bytes(of: picture)
    let path = try folder.file("a.png", Array(whole.prefix(whole.count / 2)))
    try folder.picture("b.png", plain(0x4040c0))
    let viewer = try RunningViewer([path])
    let descriptor = open(path, O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    let rest = Array(whole.dropFirst(whole.count / 2))
    #expect(write(descriptor, rest, rest.count) == rest.count)
    viewer.expect(picture)
  }

  @Test func aDamagedFileIsReported() throws {
    let whole = try bytes(of: CoordinatePicture.grid(400, 300))
    let path = try folder.file("a.png", Array(whole.prefix(whole.count / 2)))
    let viewer = try RunningViewer([path])
    let isTold = waitUntil(RunningViewer.timeout) {
      viewer.process.standardError.contains("a.png: ")
    }
    #expect(isTold)
  }
}

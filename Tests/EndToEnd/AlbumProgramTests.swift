import Geometry
import Glibc
import TestSupport
import Testing

/// Walking through an album of several pictures.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct AlbumProgramTests {
  let folder: TemporaryFolder
  let size = PixelSize(width: 400, height: 300)

  init() throws { folder = try TemporaryFolder() }

  /// A picture of one colour.
  private func plain(_ color: UInt32) -> PixelGrid {
    PixelGrid(width: size.width, height: size.height, opaque: { _, _ in color })
  }

  private func makeAlbum() throws -> [PixelGrid] {
    let pictures = [plain(0xc04040), plain(0x40c040), plain(0x4040c0), plain(0xc0c040)]
    for (name, picture) in zip(["1.png", "2.png", "10.png", "a.png"], pictures) {
      try folder.picture(name, picture)
    }
    try folder.file("3.txt", Array("no picture".utf8))
    return pictures
  }

  @Test func keysAndButtonsGoThroughAFolderInNaturalOrder() throws {
    let pictures = try makeAlbum()
    let viewer = try RunningViewer([folder.path])
    viewer.expect(pictures[0])
    // Files that are not pictures don't count.
    viewer.expectTitle { $0 == "1.png — 400 × 300 — 100 % — 1 / 4 — Fresnel" }
    func expect(_ place: Int, after key: UInt32) {
      viewer.type(key)
      viewer.expect(pictures[place - 1], "after key \(key)")
      viewer.expectTitle("after key \(key)") { $0.contains("— \(place) / 4 —") }
    }
    viewer.type(32)
    viewer.expect(pictures[1], "after the space bar")
    expect(3, after: 0x6e)
    expect(4, after: Key.pageDown)
    expect(3, after: 0x70)
    expect(2, after: Key.backspace)
    expect(1, after: Key.pageUp)
    expect(4, after: Key.end)
    expect(1, after: Key.home)
    expect(2, after: Key.right)
    expect(1, after: Key.left)
    viewer.point(atX: 200, y: 150)
    viewer.hands.click(9)
    viewer.expect(pictures[1], "the forward button")
    viewer.hands.click(8)
    viewer.expect(pictures[0], "the back button")
    // Faster than anything can be decoded: the last key wins.
    for _ in 0..<3 { viewer.type(32) }
    viewer.expect(pictures[3], "three at once")
  }

  @Test func aSingleFileOpensItsFolder() throws {
    let pictures = try makeAlbum()
    let viewer = try RunningViewer([folder["10.png"]])
    viewer.expect(pictures[2])
    viewer.expectTitle { $0.hasPrefix("10.png — 400 × 300 — 100 %") }
    viewer.type(32)
    viewer.expect(pictures[3])
    viewer.type(Key.home)
    viewer.expect(pictures[0])
  }

  @Test func severalFilesAreAnAlbumInTheirOwnOrder() throws {
    let pictures = try makeAlbum()
    let viewer = try RunningViewer([folder["a.png"], folder["1.png"]])
    viewer.expect(pictures[3])
    viewer.expectTitle { $0.contains("— 1 / 2 —") }
    viewer.type(32)
    viewer.expect(pictures[0])
    viewer.expectTitle { $0.contains("1.png") && $0.contains("— 2 / 2 —") }
  }

  @Test func aBrokenFileShowsItsSentenceAndTheAlbumContinues() throws {
    let pictures = try makeAlbum()
    unlink(folder["3.txt"])
    let whole = try TemporaryFolder.contents(of: folder["1.png"])
    try folder.file("4.png", Array(whole.prefix(40)))
    let viewer = try RunningViewer([folder.path])
    viewer.expect(pictures[0])
    viewer.expectTitle { $0.contains("— 1 / 5 —") }
    viewer.type(32)
    viewer.expect(pictures[1])
    viewer.type(32)
    viewer.expectTitle { $0 == "4.png — 3 / 5 — Fresnel" }
    let isWritten = waitUntil(RunningViewer.timeout) { viewer.showsText }
    #expect(isWritten, "a sentence stands where the picture would")
    viewer.type(32)
    viewer.expect(pictures[2], "and is gone with the next picture")
    viewer.type(0x70)
    viewer.expectTitle { $0 == "4.png — 3 / 5 — Fresnel" }
    #expect(waitUntil(RunningViewer.timeout) { viewer.showsText })
    viewer.type(0x70)
    viewer.expect(pictures[1])
    #expect(viewer.quit() == .status(0))
  }

  @Test func theListOfKeysOpensAndCloses() throws {
    let picture = CoordinatePicture.grid(700, 600)
    let viewer = try RunningViewer([try folder.picture("a.png", picture)])
    viewer.expect(picture)
    viewer.type("?")
    let isShown = waitUntil(RunningViewer.timeout) {
      let screen = viewer.screen
      return screen.size == picture.size
        && (0..<600).filter { screen[350, $0] != picture[350, $0] }.count > 200
    }
    #expect(isShown)
    viewer.type("?")
    viewer.expect(picture)
    viewer.type("?")
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != picture })
    viewer.type(Key.escape)
    viewer.expect(picture, "Esc hides the keys first")
    #expect(viewer.process.isRunning)
    viewer.type(Key.escape)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test func zoomAndPositionAreKeptOnRequest() throws {
    let picture = CoordinatePicture.grid(900, 700)
    try folder.picture("1.png", picture)
    try folder.picture("2.png", picture.turned(quarters: 2))
    let viewer = try RunningViewer([
      "--on-next", "keep", "--geometry", "400x300", "--zoom", "1", "--center", "300,250",
      folder["1.png"], folder["2.png"],
    ])
    let part = PixelRect(minX: 100, minY: 100, maxX: 500, maxY: 400)
    viewer.expect(picture.cropped(to: part))
    viewer.type(32)
    viewer.expect(picture.turned(quarters: 2).cropped(to: part), "the same pixels")
  }
}

extension RunningViewer {
  /// True while text is shown on an otherwise plain surround.
  var showsText: Bool {
    let screen = screen
    return screen.words.first == surround | 0xff00_0000
      && screen.words.filter { $0 & 255 > 180 }.count > 50
  }
}

import Geometry
import Glibc
import TestSupport
import Testing

/// Files that other programs replace, write, rename and delete while they are looked at, without
/// any input.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct LiveReloadTests {
  let folder: TemporaryFolder
  private let old: UInt32 = 0xc04040
  private let new: UInt32 = 0x40c040

  init() throws { folder = try TemporaryFolder() }

  private func plain(_ color: UInt32, width: Int = 400, height: Int = 300) -> PixelGrid {
    PixelGrid(width: width, height: height, opaque: { _, _ in color })
  }

  /// Two versions that differ in every pixel, and too many pixels to be decoded in one piece.
  private func versions() throws -> [[UInt8]] {
    try [old, new].map { color in
      let path = try folder.picture("version", plain(color, width: 1600, height: 1200))
      defer { unlink(path) }
      return try TemporaryFolder.contents(of: path)
    }
  }

  private func viewer(_ arguments: [String]) throws -> RunningViewer {
    let viewer = try RunningViewer(["--geometry", "400x300+0+0"] + arguments)
    viewer.expect(plain(old))
    viewer.waitUntilQuiet()
    return viewer
  }

  /// Returns the screen's only colour; `nil` if it has several.
  private func color(of viewer: RunningViewer) -> UInt32? {
    let screen = viewer.screen
    let color = screen.size.isEmpty ? nil : screen[0, 0] & 0xffffff
    return color.flatMap { screen == plain($0) ? $0 : nil }
  }

  @Test func underARenameLoopEveryFrameIsWholeAndOfOneVersion() throws {
    let versions = try versions()
    let file = try folder.file("a.png", versions[0])
    let viewer = try viewer([file])
    var seen: Set<UInt32> = []
    var mixed = 0
    // Fifty times a second for three seconds.
    for number in 0..<150 {
      rename(try folder.file("new", versions[(number + 1) % 2]), file)
      if let color = color(of: viewer) { seen.insert(color) } else { mixed += 1 }
      usleep(15_000)
    }
    #expect(mixed == 0 && seen == [old, new], "\(mixed) mixed, \(seen)")
    rename(try folder.file("new", versions[1]), file)
    viewer.expect(plain(new))
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func rewritingInPlaceShowsTheOldVersionUntilItEnds() throws {
    let versions = try versions()
    let file = try folder.file("a.png", versions[0])
    let viewer = try viewer([file])
    var others = 0
    // Twenty times a second for three seconds.
    for _ in 0..<60 {
      try folder.file("a.png", versions[1])
      if color(of: viewer) != old { others += 1 }
      usleep(45_000)
    }
    #expect(others == 0)
    usleep(1_000_000)
    #expect(color(of: viewer) == new, "a second after the last write")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aHalfWrittenFileIsWaitedForAndABrokenOneToldLater() throws {
    let versions = try versions()
    let file = try folder.file("a.png", versions[0])
    let viewer = try viewer([file])
    try folder.file("a.png", Array("no picture".utf8))
    usleep(400_000)
    #expect(color(of: viewer) == old)
    #expect(waitUntil(RunningViewer.timeout) { color(of: viewer) == nil }, "a line says so")
    try folder.file("a.png", versions[1])
    viewer.expect(plain(new))
    #expect(viewer.quit() == .status(0))
  }

  @Test func deletedAndRenamedFilesStay() throws {
    let versions = try versions()
    let file = try folder.file("a.png", versions[0])
    try folder.file("b.png", versions[1])
    let viewer = try viewer([file])
    viewer.expectTitle { $0.hasPrefix("a.png") && $0.contains("1 / 2") }
    rename(file, folder["c.png"])
    viewer.expectTitle { $0.hasPrefix("c.png") && $0.contains("2 / 2") }
    viewer.waitUntilQuiet()
    #expect(color(of: viewer) == old)
    unlink(folder["c.png"])
    #expect(waitUntil(RunningViewer.timeout) { color(of: viewer) == nil }, "a line says so")
    #expect(waitUntil(RunningViewer.timeout) { color(of: viewer) == old }, "it stays")
    viewer.type("p")
    viewer.expect(plain(new))
    viewer.expectTitle { $0.hasPrefix("b.png") }
    #expect(viewer.quit() == .status(0))
  }

  @Test func aFoldersChangesArriveWhileOneLooks() throws {
    let versions = try versions()
    let file = try folder.file("m.png", versions[0])
    let viewer = try viewer([file])
    for name in ["a.png", "z.png"] { try folder.file(name, versions[1]) }
    try folder.file("text.txt", Array("text".utf8))
    viewer.expectTitle { $0.hasPrefix("m.png") && $0.contains("2 / 3") }
    unlink(folder["a.png"])
    viewer.expectTitle { $0.contains("1 / 2") }
    for number in 0..<20_000 {
      #expect(link(folder["z.png"], folder["k\(number).png"]) == 0)
    }
    viewer.expectTitle { $0.hasPrefix("m.png") && $0.contains("20001 / 20002") }
    #expect(color(of: viewer) == old)
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aReloadKeepsTheView() throws {
    // The lower right corner of each has the other colour.
    func picture(_ color: UInt32, _ corner: UInt32) throws -> [UInt8] {
      let grid = PixelGrid(
        width: 1600, height: 1200, opaque: { x, y in x < 800 || y < 600 ? color : corner })
      let path = try folder.picture("version", grid)
      defer { unlink(path) }
      return try TemporaryFolder.contents(of: path)
    }
    let file = try folder.file("a.png", picture(new, old))
    let viewer = try RunningViewer(["--geometry", "400x300+0+0", "--zoom", "1", file])
    viewer.waitUntilQuiet()
    for _ in 0..<20 {
      viewer.type("l")
      viewer.type("j")
    }
    viewer.expect(plain(old))
    rename(try folder.file("new", picture(old, new)), file)
    viewer.expect(plain(new))
    viewer.expectTitle { $0.contains("100 %") }
    #expect(viewer.quit() == .status(0))
  }

  @Test func withoutLiveReloadAKeyReloads() throws {
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array("reload = false\nbar = \"off\"\n".utf8))
    let versions = try versions()
    let file = try folder.file("a.png", versions[0])
    let viewer = try RunningViewer(
      ["--geometry", "400x300+0+0", file], environment: ["XDG_CONFIG_HOME": folder["config"]])
    viewer.expect(plain(old))
    viewer.waitUntilQuiet()
    rename(try folder.file("new", versions[1]), file)
    usleep(1_000_000)
    #expect(color(of: viewer) == old)
    viewer.type(Key.f5)
    viewer.expect(plain(new))
    #expect(viewer.quit() == .status(0))
  }
}

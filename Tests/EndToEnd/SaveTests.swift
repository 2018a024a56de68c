import Geometry
import Glibc
import TestSupport
import Testing

/// Saving the picture as shown, from the window.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct SaveTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func save(_ viewer: RunningViewer, view: Bool = false) {
    viewer.hands.key(0x73, holding: view ? [Key.control, Key.shift] : [Key.control])
  }

  /// Waits for a complete file; until then it has another name.
  private func saved(_ name: String, at location: SourceLocation = #_sourceLocation) throws
    -> PixelGrid
  {
    var grid: PixelGrid?
    let isThere = waitUntil(RunningViewer.timeout) {
      guard access(folder[name], F_OK) == 0 else { return false }
      // For a moment, an empty file reserves the name.
      grid = try? PixelGrid(png: folder[name])
      return grid != nil
    }
    try #require(isThere, "there is no \(name)", sourceLocation: location)
    return try #require(grid, sourceLocation: location)
  }

  @Test func theWholePictureIsSavedWithItsFilters() throws {
    let picture = CoordinatePicture.grid(1500, 1100)
    let file = try folder.picture("a.b.png", picture)
    let viewer = try RunningViewer(["--geometry", "300x220", "--filter", "invert", file])
    viewer.waitUntilQuiet()
    save(viewer)
    let inverted = FilterTests.inverted(picture)
    #expect(try saved("a.b-filtered.png").difference(from: inverted, tolerance: 1) == nil)
    // Existing files are kept, and the picture is saved with its rotation.
    viewer.type("r")
    save(viewer)
    let turned = try saved("a.b-filtered-2.png")
    #expect(turned.difference(from: inverted.turned(quarters: 1), tolerance: 1) == nil)
    #expect(try PixelGrid(png: folder["a.b-filtered.png"]).size == picture.size)
    #expect(viewer.quit() == .status(0))
  }

  @Test func theViewIsSavedWithoutItsBackground() throws {
    let picture = CoordinatePicture.grid(300, 900)
    let file = try folder.picture("tall.png", picture)
    let viewer = try RunningViewer([
      "--geometry", "400x200", "--zoom", "1", "--center", "150,400", "--filter", "invert", file,
    ])
    viewer.waitUntilQuiet()
    save(viewer, view: true)
    let part = picture.cropped(to: PixelRect(minX: 0, minY: 300, maxX: 300, maxY: 500))
    let view = try saved("tall-view.png")
    #expect(view.difference(from: FilterTests.inverted(part), tolerance: 1) == nil)
  }

  @Test func quittingClosesTheWindowAndFinishesTheFile() throws {
    let picture = CoordinatePicture.grid(2000, 1500)
    let file = try folder.picture("a.png", picture)
    let viewer = try RunningViewer(["--geometry", "300x220", file])
    viewer.waitUntilQuiet()
    save(viewer)
    save(viewer)
    viewer.type("q")
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
    for name in ["a-filtered.png", "a-filtered-2.png"] {
      #expect(try saved(name).difference(from: picture) == nil)
    }
  }

  @Test func aSignalLeavesNoPartialFile() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(2000, 4000))
    let viewer = try RunningViewer(["--geometry", "300x220", file])
    viewer.waitUntilQuiet()
    for _ in 0..<3 { save(viewer) }
    // Wait until it is being written.
    #expect(
      waitUntil(RunningViewer.timeout) { names().contains { $0.hasSuffix(".part") } })
    viewer.process.signal(SIGTERM)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(names().filter { $0.hasSuffix(".part") }.isEmpty)
    #expect(names().count < 4)
  }

  @Test func aCrashOfTheServerLeavesNoPartialFile() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(2000, 4000))
    let viewer = try RunningViewer(["--geometry", "300x220", file])
    viewer.waitUntilQuiet()
    for _ in 0..<3 { save(viewer) }
    #expect(
      waitUntil(RunningViewer.timeout) { names().contains { $0.hasSuffix(".part") } })
    viewer.server.crash()
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(names().filter { $0.hasSuffix(".part") }.isEmpty)
    #expect(names().count < 4)
  }

  @Test func anUnwritableFolderIsReplacedByTheCurrentOne() throws {
    // Not even root can create files in the folder of this name.
    let picture = CoordinatePicture.grid(200, 100)
    let descriptor = open(try folder.picture("a.png", picture), O_RDONLY)
    defer { close(descriptor) }
    let name = 97 + Int32.random(in: 0..<100)
    let viewer = try RunningViewer(["/proc/self/fd/\(name)"], passing: [descriptor: name])
    viewer.waitUntilQuiet()
    save(viewer)
    // The viewer runs in the test's working directory.
    let path = "\(name)-filtered.png"
    defer { unlink(path) }
    #expect(waitUntil(RunningViewer.timeout) { (try? PixelGrid(png: path)) != nil })
    #expect(try PixelGrid(png: path).difference(from: picture) == nil)
  }

  private func names() -> [String] {
    TemporaryFolder.names(in: folder.path).filter { !$0.hasPrefix(".") }
  }
}

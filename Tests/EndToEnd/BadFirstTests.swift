import Geometry
import Glibc
import TestSupport
import Testing

/// Folders whose first files can't be shown: the first picture that can is shown.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct BadFirstTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file that ends within its header.
  private func cut(_ name: String) throws {
    let whole = try TemporaryFolder.contents(of: try folder.picture("whole.png", picture))
    unlink(folder["whole.png"])
    try folder.file(name, Array(whole.prefix(40)))
  }

  @Test func thePictureAfterABadFirstOneIsShown() throws {
    try folder.folder("album")
    try cut("album/1.png")
    try folder.file("album/2.txt", Array("no picture".utf8))
    try cut("album/3.png")
    try folder.picture("album/4.png", picture)
    let viewer = try RunningViewer([folder["album"]])
    viewer.expect(picture)
    viewer.expectTitle { $0.hasPrefix("4.png") }
    let lines = viewer.process.standardError.split(separator: "\n")
    #expect(lines.count == 2, "a sentence for each: \(lines)")
    #expect(lines[0].hasPrefix("fresnel: \(folder["album/1.png"]): "))
    #expect(lines[1].hasPrefix("fresnel: \(folder["album/3.png"]): "))
    #expect(viewer.quit() == .status(0))
  }

  @Test(arguments: [true, false]) func aGoodFolderAfterABadOneIsShown(isEmpty: Bool) throws {
    try folder.folders("bad")
    try folder.folders("good")
    if !isEmpty { try cut("bad/1.png") }
    try folder.picture("good/1.png", picture)
    let viewer = try RunningViewer([folder["bad"], folder["good"]])
    viewer.expect(picture)
    #expect(viewer.process.standardError.hasPrefix("fresnel: \(folder["bad"])"))
    #expect(viewer.quit() == .status(0))
  }

  @Test func aBadFileNamedAloneEndsTheProgram() throws {
    try folder.folder("album")
    try cut("album/1.png")
    try folder.picture("album/2.png", picture)
    let server = try XServer()
    let process = try server.run(RunningViewer.program, [folder["album/1.png"]])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(process.standardError.hasPrefix("fresnel: \(folder["album/1.png"]): "))
  }
}

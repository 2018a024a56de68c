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

  /// The header is whole, so the window opens; the first row is damaged.
  @Test func thePictureAfterADamagedFirstOneIsShown() throws {
    try folder.folder("album")
    var bytes = try TemporaryFolder.contents(of: try folder.picture("album/1.png", picture))
    let data = try #require(
      bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual("IDAT".utf8) })
    bytes.replaceSubrange(data + 4..<data + 8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    try folder.file("album/1.png", bytes)
    try folder.picture("album/2.png", picture)
    let viewer = try RunningViewer([folder["album"]])
    viewer.expectTitle { $0.hasPrefix("2.png") }
    viewer.expect(picture)
    let lines = viewer.process.standardError.split(separator: "\n")
    #expect(lines.count == 1, "one sentence: \(lines)")
    #expect(lines.first?.hasPrefix("fresnel: \(folder["album/1.png"]): ") == true, "\(lines)")
    #expect(viewer.quit() == .status(0))
  }

  /// Root can read every file, so the viewer runs as another user.
  @Test(
    .enabled(
      if: geteuid() != 0 || TestProcess.canFind("setpriv"), "only root can be somebody else"))
  func thePictureAfterAnUnreadableFirstOneIsShown() throws {
    try folder.folder("album")
    chmod(try folder.picture("album/1.png", CoordinatePicture.grid(40, 30)), 0)
    try folder.picture("album/2.png", picture)
    let server = try XServer()
    // An otherwise unused user ID.
    let user = geteuid() == 0 ? ["setpriv", "--reuid=61234", "--clear-groups"] : []
    let words = user + [RunningViewer.program, folder["album"]]
    let viewer = try RunningViewer(
      server.run(
        words[0], Array(words.dropFirst()),
        environment: ["HOME": "/nowhere", "XDG_CACHE_HOME": "/nowhere"]),
      on: server)
    viewer.expect(picture)
    viewer.expectTitle { $0.hasPrefix("2.png") }
    let sentence = "fresnel: \(folder["album/1.png"]): you are not allowed to read it\n"
    #expect(viewer.process.standardError.contains(sentence), "\(viewer.process.standardError)")
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

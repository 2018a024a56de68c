import Geometry
import Glibc
import TestSupport
import Testing

/// Files that can't be opened: one clear sentence on standard error, and exit status 1.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ErrorTests {
  let folder: TemporaryFolder
  let server: XServer

  init() throws {
    folder = try TemporaryFolder()
    server = try XServer()
  }

  /// Runs the program in a window and as `render`, and expects this sentence from both.
  private func expectRefusal(
    of path: String, _ sentence: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let processes = [
      try server.run(RunningViewer.program, [path]),
      try RenderRun.start(path, output: folder["out.png"]),
    ]
    for process in processes {
      #expect(
        process.wait(limit: RunningViewer.timeout) == .status(1), sourceLocation: location)
      #expect(
        process.standardError == "fresnel: \(path): \(sentence)\n", sourceLocation: location)
      #expect(process.standardOutput.isEmpty, sourceLocation: location)
    }
    #expect(access(folder["out.png"], F_OK) != 0, sourceLocation: location)
  }

  @Test func aMissingFileIsRefused() throws {
    try expectRefusal(of: folder["nothing.png"], "there is no such file")
  }

  @Test func anEmptyFileIsRefused() throws {
    try expectRefusal(of: try folder.file("empty.png"), "the file is empty")
  }

  @Test func anUnknownFormatIsRefused() throws {
    let bytes = (0..<500).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
    try expectRefusal(
      of: try folder.file("unknown.png", bytes),
      "it is not a picture of a format that Fresnel knows")
  }

  /// The intact part of a damaged picture is written, with a sentence and exit status 0.
  @Test func aDamagedPictureIsRenderedWithASentence() throws {
    // A screen of 3 × 3 with four colours, and a frame whose codes end after two pixels.
    let head = Array("GIF89a".utf8) + [3, 0, 3, 0, 0x81, 0, 0]
    let colors: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 3, 0, 3, 0, 0, 2, 2, 0x8C, 0x0A, 0, 0x3B]
    let path = try folder.file("damaged.gif", head + colors + frame)
    let render = try RenderRun.start(path, output: folder["out.png"])
    #expect(render.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(
      render.standardError
        == "fresnel: \(path): parts of the picture are missing or damaged in the file\n")
    let pixels = try PixelGrid(png: folder["out.png"])
    #expect(pixels.size == PixelSize(width: 3, height: 3))
  }

  @Test func aTextFileIsRefused() throws {
    try expectRefusal(
      of: try folder.file("text.jpg", Array("Dear Sir,\n".utf8)), "it is text, not a picture")
  }

  @Test(arguments: ["/dev/zero", "/dev/random"]) func aDeviceIsRefused(path: String) throws {
    try expectRefusal(of: path, "it is a device, not a file")
  }

  /// A file of zeros as long as the file system allows, up to 2⁶³ bytes.
  @Test func aSparseFileOfAnyLengthIsRefused() throws {
    let path = try folder.file("sparse.png")
    let isLong = [Int.max, 1 << 60, 1 << 43, 1 << 40].contains { truncate(path, $0) == 0 }
    try #require(isLong)
    try expectRefusal(of: path, "it is not a picture of a format that Fresnel knows")
  }

  @Test func aDanglingLinkIsRefused() throws {
    symlink("/nowhere/at/all.png", folder["link.png"])
    try expectRefusal(of: folder["link.png"], "it is a link to a file that does not exist")
  }

  @Test func aLinkToItselfIsRefused() throws {
    symlink("loop.png", folder["loop.png"])
    try expectRefusal(of: folder["loop.png"], "it is a link that leads back to itself")
  }

  @Test func aFolderWithoutPicturesIsRefused() throws {
    try folder.file("note.txt", Array("note".utf8))
    let process = try server.run(RunningViewer.program, [folder.path])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(
      process.standardError == "fresnel: \(folder.path): there are no pictures in this folder\n")
  }

  @Test func aCorruptPictureGivesOneSentence() throws {
    let whole = try TemporaryFolder.contents(
      of: try folder.picture("whole.png", Photograph.grid(300, 200)))
    let path = try folder.file("half.png", Array(whole.prefix(whole.count / 20)))
    let process = try RenderRun.start(path, output: folder["out.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(process.standardError.hasPrefix("fresnel: \(path): "))
    #expect(process.standardError.split(separator: "\n").count == 1, "\(process.standardError)")
  }

  @Test(
    .enabled(
      if: geteuid() == 0 && TestProcess.canFind("setpriv"), "only root can be somebody else"))
  func anUnreadableFileIsRefused() throws {
    let path = try folder.picture("secret.png", CoordinatePicture.grid(40, 30))
    chmod(path, 0)
    let process = try server.run(
      "setpriv", ["--reuid=65534", "--clear-groups", RunningViewer.program, path])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(process.standardError == "fresnel: \(path): you are not allowed to read it\n")
  }

  @Test func everyUnusableFileGivesASentence() throws {
    let empty = try folder.file("empty.png")
    let process = try server.run(RunningViewer.program, [folder["none.png"], empty])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(
      process.standardError == """
        fresnel: \(folder["none.png"]): there is no such file
        fresnel: \(empty): the file is empty

        """)
  }

  @Test func theOtherFilesOpenAndTheErrorIsPrinted() throws {
    let picture = CoordinatePicture.grid(400, 300)
    let good = try folder.picture("good.png", picture)
    let viewer = try RunningViewer([folder["none.png"], good], on: server)
    viewer.expect(picture)
    #expect(
      viewer.process.standardError == "fresnel: \(folder["none.png"]): there is no such file\n")
    #expect(viewer.quit() == .status(0))
  }

  @Test(arguments: [nil, ":63817"])
  func aMissingDisplayGivesOneSentence(display: String?) throws {
    let path = try folder.picture("a.png", CoordinatePicture.grid(40, 30))
    let process = try TestProcess(
      RunningViewer.program, [path], environment: ["DISPLAY": display, "WAYLAND_DISPLAY": nil])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(process.standardError.hasPrefix("fresnel: "))
    #expect(process.standardError.contains("fresnel render FILE -o OUT.png"))
    #expect(process.standardError.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ["--nonsense"], ["--zoom", "0", "a.png"], ["--zoom", "fast", "a.png"],
    ["--geometry", "wide", "a.png"], ["render"], ["render", "a.png"],
    ["render", "a.png", "-o", "b.png", "--size", "0x5"],
    ["render", "a.png", "-o", "b.png", "--zoom", "fit"],
    ["render", "a.png", "-o", "b.png", "--center", "1,1"],
  ])
  func wrongUsageGivesASentence(words: [String]) throws {
    let process = try server.run(RunningViewer.program, words)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(2))
    #expect(process.standardError.hasPrefix("fresnel: "), "\(process.standardError)")
  }

  @Test func helpAndVersionArePrinted() throws {
    for words in [["--help"], ["--version"], ["render", "--help"]] {
      let process = try server.run(RunningViewer.program, words)
      #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
      #expect(!process.standardOutput.isEmpty)
      #expect(process.standardError == "")
    }
  }
}

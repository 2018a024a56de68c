import Geometry
import Glibc
import TestSupport
import Testing

/// The disk cache: with enough space, with too little, and with errors.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct StoreProgramTests {
  let folder: TemporaryFolder
  let cache: String

  init() throws {
    folder = try TemporaryFolder()
    cache = try folder.folder("cache")
  }

  private static let size = PixelSize(width: 2600, height: 1700)
  private static let photograph = Photograph.grid(size.width, size.height)
  private static let window = ["--geometry", "463x391"]

  private func viewer(
    _ arguments: [String], through program: [String] = [], settings: String? = nil
  ) throws -> RunningViewer {
    let words = program + [RunningViewer.program] + Self.window + arguments
    var environment: [String: String?] = [
      "XDG_CACHE_HOME": cache, "MESA_SHADER_CACHE_DISABLE": "true",
    ]
    if let settings {
      try folder.folders("config/fresnel")
      try folder.file("config/fresnel/config.toml", Array(settings.utf8))
      environment["XDG_CONFIG_HOME"] = folder["config"]
    }
    return try RunningViewer(
      Array(words.dropFirst()), program: words[0], environment: environment)
  }

  /// The names of the files in the cache folders.
  private var left: [String] {
    [cache, cache + "/fresnel"].flatMap { TemporaryFolder.names(in: $0) }
      .filter { !$0.hasPrefix(".") && $0 != "fresnel" }
  }

  // MARK: Too little space

  @Test(
    .enabled(if: TestProcess.canFind("prlimit"), "there is no prlimit"),
    arguments: [7_000_000, 5_500_000])
  func aFullDiskGivesOneSentence(bytes: Int) throws {
    let file = try folder.picture("photo.png", Self.photograph)
    let options = ["--zoom", "1", "--center", "1711,1223"]
    let viewer = try viewer([file] + options, through: ["prlimit", "--fsize=\(bytes)"])
    let whole = try RenderRun.view(file, viewer.size, options, in: folder)
    let upper = PixelRect(minX: 0, minY: 20, maxX: 463, maxY: 200)
    let lower = PixelRect(minX: 0, minY: 300, maxX: 463, maxY: 391)
    let isTold = waitUntil(RunningViewer.timeout) {
      let now = viewer.screen
      return now.cropped(to: upper) == whole.cropped(to: upper)
        && now.cropped(to: lower) != whole.cropped(to: lower)
    }
    #expect(isTold, "no sentence is seen")
    viewer.expect(whole)
    for _ in 0..<3 {
      viewer.type(Key.down)
      try _ = viewer.settled()
    }
    #expect(
      viewer.process.standardError
        == "fresnel: \(file): there is too little disk space to cache the picture; "
        + "zooming in takes longer\n")
    #expect(viewer.decoders().count == 1)
    viewer.type("0")
    viewer.expectTitle { $0.contains("18 %") }
    // The view may have been cut from the largest cached version that there was space for.
    let fit = try RenderRun.view(file, viewer.size, in: folder)
    #expect(try viewer.settled().psnr(fit) >= 45)
    #expect(viewer.quit() == .status(0))
  }

  @Test func withoutACacheFolderTheStoreIsElsewhere() throws {
    let file = try folder.picture("photo.png", Self.photograph)
    let options = ["--zoom", "1", "--center", "1711,1223"]
    let viewer = try RunningViewer(
      Self.window + [file] + options,
      environment: [
        "XDG_CACHE_HOME": "/proc/nowhere", "HOME": "/proc/nowhere",
        "MESA_SHADER_CACHE_DISABLE": "true",
      ])
    viewer.expect(try RenderRun.view(file, viewer.size, options, in: folder))
    #expect(viewer.process.standardError == "")
    #expect(viewer.quit() == .status(0))
  }

  // MARK: Killed at any moment

  @Test(arguments: 0..<6)
  func aKilledViewerLeavesNoScratchFile(moment: Int) throws {
    let file = try folder.picture("photo.png", Self.photograph)
    let viewer = try viewer([file])
    let members = viewer.family.members
    viewer.type("1")
    // The moments range from before the pass begins to after it ends.
    usleep(UInt32(moment * moment * 12_000))
    #expect(left.isEmpty, "\(left)")
    viewer.process.signal(SIGKILL)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .signal(SIGKILL))
    #expect(waitUntil(RunningViewer.timeout) { !members.contains { ProcessFamily.isAlive($0) } })
    #expect(left.isEmpty, "\(left)")
  }

  // MARK: At rest

  /// The number of disk blocks of the cache files of a viewer's decoders.
  private func blocks(of viewer: RunningViewer) -> Int {
    viewer.family.members.reduce(0) { sum, member in
      var status = stat()
      guard member != viewer.process.pid, stat("/proc/\(member)/fd/6", &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return sum }
      return sum + Int(status.st_blocks)
    }
  }

  @Test func onlyALargeIdlePictureIsCached() throws {
    let large = try viewer([largePicture()])
    _ = try large.settled()
    #expect(waitUntil(RunningViewer.timeout) { blocks(of: large) > 0 })
    let whole = try large.settled()
    #expect(Set(whole.words).count > 30)
    #expect(large.quit() == .status(0))
    let small = try viewer([folder.picture("photo.png", Self.photograph)])
    _ = try small.settled()
    #expect(blocks(of: small) == 0)
    #expect(small.quit() == .status(0))
  }

  // MARK: Files that change

  /// Opens a copy of the photograph in the fit view, at rest, with nothing cached yet.
  private func fitted(
    settings: String? = nil
  ) throws -> (viewer: RunningViewer, file: String, upright: PixelGrid) {
    let file = try folder.picture("photo.png", Self.photograph)
    let viewer = try viewer([file], settings: settings)
    return (viewer, file, try viewer.settled())
  }

  /// A view of the unchanged photograph at 100 %, made by `render`.
  private func whole(_ viewer: RunningViewer, center: String) throws -> PixelGrid {
    let file = try folder.picture("copy.png", Self.photograph)
    return try RenderRun.view(
      file, viewer.size, ["--zoom", "1", "--center", center], in: folder)
  }

  @Test func aFileTruncatedWhileItIsShownGivesASentence() throws {
    let (viewer, file, fit) = try fitted()
    var status = stat()
    #expect(stat(file, &status) == 0)
    truncate(file, status.st_size * 6 / 10)
    // The lower edge, which was cut off.
    viewer.point(atX: 231, y: 345)
    viewer.type("1")
    let isTold = waitUntil(RunningViewer.timeout) { !viewer.process.standardError.isEmpty }
    #expect(isTold, "no sentence")
    #expect(
      viewer.process.standardError
        == "fresnel: \(file): the file ends too early; the rest of the picture is missing\n")
    viewer.type("0")
    viewer.expectTitle { $0.contains("18 %") }
    let again = try viewer.settled()
    let upper = PixelRect(minX: 0, minY: 44, maxX: 463, maxY: 180)
    #expect(again.cropped(to: upper).psnr(fit.cropped(to: upper)) >= 45, "what is there is shown")
    #expect(viewer.decoders().count == 1)
    #expect(viewer.quit() == .status(0))
  }

  /// With `reload`, the new file would be shown: `LiveReloadTests`.
  @Test func aReplacedFileIsShownUnchanged() throws {
    let (viewer, file, _) = try fitted(settings: "reload = false\nbar = \"off\"\n")
    let other = try folder.picture("other.png", CoordinatePicture.grid(300, 200))
    #expect(rename(other, file) == 0)
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    viewer.expect(try whole(viewer, center: "1300,850"), tolerance: 0)
    #expect(viewer.process.standardError == "")
  }

  @Test func aGrowingFileIsShownUnchanged() throws {
    let (viewer, file, _) = try fitted()
    let end = open(file, O_WRONLY | O_APPEND)
    defer { close(end) }
    viewer.type("1")
    let more = [UInt8](repeating: 7, count: 100_000)
    for _ in 0..<20 { #expect(write(end, more, more.count) == more.count) }
    viewer.expect(try whole(viewer, center: "1300,850"), tolerance: 0)
    #expect(viewer.process.standardError == "")
  }

  // MARK: The progress bar

  /// A picture that compresses fast, but does not decode instantly.
  private func largePicture() throws -> String {
    try folder.picture(
      "large.png",
      PixelGrid(
        width: 9000, height: 7000,
        opaque: { x, y in UInt32(truncatingIfNeeded: (x &* y) >> 5 & 63) &* 0x010101 }))
  }

  @Test func aProgressBarAppearsDuringALongPass() throws {
    let viewer = try viewer([largePicture()])
    // After a moment at rest it would be cached, and then nothing takes long.
    viewer.point(atX: 231, y: 375)
    #expect(waitUntil(RunningViewer.timeout) { Set(viewer.screen.words).count > 30 })
    viewer.type("1")
    let bar = PixelRect(minX: 0, minY: 0, maxX: 463, maxY: 2)
    // The picture is darker than the bar everywhere.
    func isSeen() -> Bool {
      viewer.screen.cropped(to: bar).words.contains { $0 & 0xff > 200 }
    }
    #expect(waitUntil(RunningViewer.timeout) { isSeen() }, "there is no bar")
    viewer.waitUntilQuiet()
    #expect(waitUntil(RunningViewer.timeout) { !isSeen() }, "the bar stays")
    let sharp = try viewer.settled()
    #expect(Set(sharp.words).count > 30)
  }
}

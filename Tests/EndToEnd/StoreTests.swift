import Geometry
import Glibc
import TestSupport
import Testing

/// Pictures that are set aside on the disk: with room for them, with too little, and with trouble.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct StoreTests {
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
    _ arguments: [String], through program: [String] = []
  ) throws -> RunningViewer {
    let words = program + [RunningViewer.program] + Self.window + arguments
    return try RunningViewer(
      Array(words.dropFirst()), program: words[0],
      environment: ["XDG_CACHE_HOME": cache, "MESA_SHADER_CACHE_DISABLE": "true"])
  }

  /// Names of files that can be found where pictures are set aside.
  private var left: [String] {
    var names: [String] = []
    for place in [cache, cache + "/fresnel"] {
      guard let directory = opendir(place) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.hasPrefix("."), name != "fresnel" { names.append(name) }
      }
    }
    return names
  }

  // MARK: Too little room

  @Test(
    .enabled(if: TestProcess.canFind("prlimit"), "there is no prlimit"),
    arguments: [6_000_000, 4_000_000])
  func aFileThatMayNotGrowIsToldInOneSentence(bytes: Int) throws {
    let file = try folder.picture("photo.png", Self.photograph)
    let options = ["--zoom", "1", "--center", "1711,1223"]
    let viewer = try viewer([file] + options, through: ["prlimit", "--fsize=\(bytes)"])
    let whole = try RenderRun.view(file, viewer.size, options, in: folder)
    let upper = PixelRect(minX: 0, minY: 20, maxX: 463, maxY: 200)
    let lower = PixelRect(minX: 0, minY: 300, maxX: 463, maxY: 391)
    let isTold = waitUntil(RunningViewer.patience) {
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
        == "fresnel: \(file): the disk has no room to set the picture aside: "
        + "what is looked at closely takes longer\n")
    #expect(viewer.decoders().count == 1)
    viewer.type("0")
    viewer.expectTitle { $0.contains("18 %") }
    // It may have been cut from the largest version that there was room for.
    let fit = try RenderRun.view(file, viewer.size, in: folder)
    #expect(try viewer.settled().psnr(fit) >= 45)
    #expect(viewer.quit() == .status(0))
  }

  @Test func withoutACacheFolderPicturesAreSetAsideElsewhere() throws {
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

  // MARK: The end at any moment

  @Test(arguments: 0..<6)
  func nothingIsLeftOfAViewerThatIsKilled(moment: Int) throws {
    let file = try folder.picture("photo.png", Self.photograph)
    let viewer = try viewer([file])
    let members = viewer.family.members
    viewer.type("1")
    // From before the pass has begun to after its end.
    usleep(UInt32(moment * moment * 12_000))
    #expect(left.isEmpty, "\(left)")
    viewer.process.signal(SIGKILL)
    #expect(viewer.process.wait(limit: RunningViewer.patience) == .signal(SIGKILL))
    #expect(waitUntil(10) { !members.contains { ProcessFamily.isAlive($0) } })
    #expect(left.isEmpty, "\(left)")
  }
}

import Geometry
import Glibc
import TestSupport
import Testing

/// Folders with very many names, very deep folders, and links that form cycles.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct VastFolderTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)

  init() throws { folder = try TemporaryFolder() }

  /// Most names are not pictures; `Scripts/soak` tests a million of them.
  @Test func fiftyThousandNamesBlockNothing() throws {
    let first = try folder.picture("0.png", picture)
    try folder.picture("z.png", PixelGrid(width: 400, height: 300, opaque: { _, _ in 0x40c040 }))
    for number in 0..<50_000 {
      let file = open(folder["name-\(number).png"], O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      try #require(file >= 0)
      close(file)
    }
    let viewer = try RunningViewer([first])
    viewer.expect(picture)
    // The window responds while the names are listed and checked.
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 })
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size == picture.size })
    // The total appears once the pictures have been counted.
    viewer.expectTitle { $0.contains("— 1 / 2 —") }
    viewer.type(Key.end)
    viewer.expectTitle { $0.hasPrefix("z.png") }
    viewer.type(Key.home)
    viewer.expect(picture)
    #expect(viewer.quit() == .status(0))
  }

  /// Deeper than the longest path: only a relative name reaches the files there.
  @Test func aFolderDeeperThanAnyPathOpens() throws {
    let first = try folder.picture("a.png", picture)
    let script = """
      program=$(realpath "$3")
      cd "$1"
      i=0
      while [ $i -lt 30 ]; do
        name=$(printf '%0200d' $i)
        mkdir "$name" && cd "$name" || exit 9
        i=$((i+1))
      done
      cp "$2" a.png && cp "$2" b.png || exit 8
      exec "$program" a.png
      """
    let server = try XServer()
    let viewer = try RunningViewer(
      server.run(
        "bash", ["-c", script, "bash", folder.path, first, RunningViewer.program]),
      on: server)
    viewer.expect(picture)
    viewer.expectTitle { $0.hasPrefix("a.png") && $0.contains("— 1 / 2 —") }
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("b.png") && $0.contains("— 2 / 2 —") }
    viewer.expect(picture)
    #expect(viewer.quit() == .status(0))
    // The test can't reach it by a path either.
    let end = try TestProcess("rm", ["-rf", "--", folder.path])
    #expect(end.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test func aPathThatIsTooLongIsNamed() throws {
    let long = String(repeating: "/" + String(repeating: "x", count: 200), count: 30)
    let process = try RenderRun.start(folder.path + long, output: folder["out.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(
      process.standardError.hasSuffix(": its name is too long\n")
        && process.standardError.split(separator: "\n").count == 1, "\(process.standardError)")
  }

  /// Links to the folder itself, to its parent, to themselves and to each other.
  @Test func circularLinksAreNotPictures() throws {
    try folder.picture("a.png", picture)
    try folder.picture("z.png", PixelGrid(width: 400, height: 300, opaque: { _, _ in 0x40c040 }))
    for (name, target) in [
      ("b.png", "."), ("c.png", ".."), ("d.png", "d.png"), ("e.png", "f.png"), ("f.png", "e.png"),
    ] {
      try #require(symlink(target, folder[name]) == 0)
    }
    let viewer = try RunningViewer([folder.path])
    viewer.expect(picture)
    for _ in 0..<8 where !viewer.title.hasPrefix("z.png") {
      viewer.type(32)
      #expect(viewer.waitUntilQuiet())
    }
    viewer.expectTitle { $0.hasPrefix("z.png") }
    viewer.type(Key.home)
    viewer.expect(picture)
    #expect(viewer.quit() == .status(0))
  }
}

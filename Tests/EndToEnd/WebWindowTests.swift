import Controls
import FaultyServer
import Geometry
import Glibc
import TestSupport
import Testing
import TilePlaces

@testable import Viewer

/// Web addresses in a window.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct WebWindowTests {
  let folder: TemporaryFolder
  let home: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
  }

  private var environment: [String: String?] {
    [
      "HOME": home.path, "XDG_CACHE_HOME": home.path + "/cache", "http_proxy": nil,
      "all_proxy": nil, "ALL_PROXY": nil,
    ]
  }

  private func deepZoom(_ size: PixelSize) throws -> TileWriter {
    try folder.file(
      "p.dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="0" TileSize="128">
        <Size Width="\(size.width)" Height="\(size.height)"/></Image>
        """.utf8))
    let writer = TileWriter(folder: folder, size: size)
    try writer.write(
      TileDescription(size: size, layout: .deepZoom(edge: 128, overlap: 0, format: "png")),
      prefix: "p_files/")
    return writer
  }

  @Test func addressesAndFilesAreOneAlbum() throws {
    let size = PixelSize(width: 512, height: 256)
    let writer = try deepZoom(size)
    let grid = PixelGrid(width: 512, height: 256, opaque: { x, y in UInt32(x << 8 | y) })
    let file = try folder.picture("file.png", grid)
    let path = folder.path
    let server = try FaultyServer { .file($0.path, in: path) }
    let viewer = try RunningViewer(
      ["--geometry", "512x256", server.address("/p.dzi"), file, server.address("/none")],
      environment: environment)
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.title.hasPrefix("p.dzi — 512 × 256 — 100 % — 1 / 3")
      })
    let wanted = writer.level(size, number: 2)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen.difference(from: wanted) == nil })
    viewer.hands.key(0x20)
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.title.hasPrefix("file.png — 512 × 256 — 100 % — 2 / 3")
      })
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen.difference(from: grid) == nil })
    viewer.hands.key(0x20)
    // The error is shown in the picture's place, and the album continues.
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix("none — 3 / 3") },
      "\(viewer.title)")
    #expect(waitUntil(RunningViewer.timeout) { server.requests.contains { $0.path == "/none" } })
    #expect(viewer.quit() == .status(0))
  }

  /// A webcam's picture, which its server declares fresh for too long.
  @Test func aReloadAsksTheServer() throws {
    let grids = (0..<2).map { number in
      PixelGrid(width: 300, height: 200, opaque: { x, y in UInt32(number << 16 | x + y) })
    }
    let pictures = try grids.enumerated().map { number, grid in
      try TemporaryFolder.contents(of: folder.picture("\(number).png", grid))
    }
    let server = try FaultyServer { request in
      WebReply(
        headers: [("ETag", "\"\(request.count)\""), ("Cache-Control", "max-age=3600")],
        body: pictures[min(request.count, 1)])
    }
    let viewer = try RunningViewer(
      ["--geometry", "300x200", "--bar", "off", server.address("/cam.png")],
      environment: environment)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen.difference(from: grids[0]) == nil })
    viewer.type(Key.f5)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen.difference(from: grids[1]) == nil })
    #expect(server.requests.count == 2)
    #expect(viewer.quit() == .status(0))
  }

  /// On a slow connection the whole picture is shown, coarse, before any finer tile arrives.
  @Test func theCoarsestLevelArrivesFirst() throws {
    let size = PixelSize(width: 1024, height: 768)
    let writer = try deepZoom(size)
    let path = folder.path
    let server = try FaultyServer { request in
      var reply = WebReply.file(request.path, in: path)
      if request.path.hasSuffix(".png"), !request.path.contains("/7/") { reply.ending = .silence }
      return reply
    }
    let viewer = try RunningViewer(
      ["--geometry", "512x384", server.address("/p.dzi")], environment: environment)
    // Blue is constant over many pixels, so enlarging does not change it.
    let coarse = writer.level(PixelSize(width: 128, height: 96), number: 0)
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.screen[262, 200] & 0xFF == coarse[65, 50] & 0xFF })
    // Eight requests are sent at once, on eight connections: any of them may arrive first.
    let first = server.requests.filter { $0.path.hasSuffix(".png") }.prefix(8).map(\.path)
    #expect(first.contains("/p_files/7/0_0.png"), "\(first)")
    #expect(viewer.quit() == .status(0))
  }

  @Test func aManifestIsAnAlbumOfItsPictures() throws {
    let grids = (0..<3).map { number in
      PixelGrid(width: 300, height: 200, opaque: { x, y in UInt32(number << 16 | x + y) })
    }
    for (number, grid) in grids.enumerated() { try folder.picture("\(number).png", grid) }
    let path = folder.path
    let server = try FaultyServer { request in
      guard request.path == "/manifest" else { return .file(request.path, in: path) }
      let host = "http://\(request.headers["host"] ?? "")"
      let canvases = (0..<3).map { number in
        "{\"label\": {\"none\": [\"leaf \(number)\"]}, \"items\": [{\"items\": [{\"body\": "
          + "{\"id\": \"\(host)/\(number).png\", \"type\": \"Image\"}}]}]}"
      }
      return .text(
        "{\"@context\": \"http://iiif.io/api/presentation/3/context.json\", "
          + "\"type\": \"Manifest\", \"items\": [\(canvases.joined(separator: ", "))]}")
    }
    let rendered = try RenderRun.pixels(
      server.address("/manifest"), ["--frame", "2"], in: home, environment: environment)
    #expect(rendered.difference(from: grids[2]) == nil)
    let file = try folder.picture("last.png", grids[0])
    let viewer = try RunningViewer(
      ["--geometry", "300x200", server.address("/manifest"), file], environment: environment)
    for number in 0..<3 {
      let title = "leaf \(number) — 300 × 200 — 100 % — \(number + 1) / 4"
      #expect(
        waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix(title) }, "\(viewer.title)")
      #expect(
        waitUntil(RunningViewer.timeout) { viewer.screen.difference(from: grids[number]) == nil })
      viewer.hands.key(0x20)
    }
    #expect(waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix("last.png") })
    #expect(viewer.quit() == .status(0))
  }

  /// A manifest in a file opens the same album; one that merely lies in an opened folder is
  /// ignored.
  @Test func aManifestInAFileIsAnAlbumOnlyIfItIsNamed() throws {
    let grid = PixelGrid(width: 300, height: 200, opaque: { x, y in UInt32(x << 8 | y) })
    try folder.picture("served.png", grid)
    let path = folder.path
    let server = try FaultyServer { .file($0.path, in: path) }
    try folder.folder("books")
    let manifest = try folder.file(
      "books/manifest.json",
      Array(
        """
        {"@context": "http://iiif.io/api/presentation/3/context.json", "type": "Manifest",
         "items": [{"label": {"en": ["one leaf"]}, "items": [{"items": [{"body":
           {"id": "\(server.address("/served.png"))", "type": "Image"}}]}]},
          {"label": {"en": ["another"]}, "items": [{"items": [{"body":
           {"id": "\(server.address("/served.png?2"))", "type": "Image"}}]}]}]}
        """.utf8))
    try folder.picture("books/a.png", grid)
    let rendered = try RenderRun.pixels(
      manifest, ["--frame", "1", "--allow-network=127.0.0.1"], in: home, environment: environment)
    #expect(rendered.difference(from: grid) == nil)
    let viewer = try RunningViewer(
      ["--geometry", "300x200", "--allow-network", manifest], environment: environment)
    let title = "one leaf — 300 × 200 — 100 % — 1 / 2"
    #expect(waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix(title) }, "\(viewer.title)")
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen.difference(from: grid) == nil })
    viewer.hands.key(0x20)
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix("another") }, "\(viewer.title)")
    #expect(viewer.quit() == .status(0))
    let asked = server.requests.count
    let looking = try RunningViewer(
      ["--geometry", "300x200", folder["books"]], environment: environment)
    #expect(
      waitUntil(RunningViewer.timeout) { looking.title.hasPrefix("a.png — 300 × 200") },
      "\(looking.title)")
    looking.hands.key(0x20)
    #expect(
      waitUntil(RunningViewer.timeout) { !looking.title.contains("/ 2") }, "\(looking.title)")
    #expect(looking.quit() == .status(0))
    #expect(server.requests.count == asked)
  }

  /// Addresses in a local file are not fetched until the user allows it, whatever the file is
  /// called; after that, its host is not asked about again.
  @Test(arguments: [true, false]) func addressesInAFileNeedPermission(byKey: Bool) throws {
    let grid = PixelGrid(width: 300, height: 200, opaque: { x, y in UInt32(x << 8 | y) })
    try folder.picture("served.png", grid)
    let path = folder.path
    let server = try FaultyServer { .file(String($0.path.prefix { $0 != "?" }), in: path) }
    let canvases = ["/served.png", "/served.png?2"].map { place in
      "{\"label\": {\"en\": [\"\(place)\"]}, \"items\": [{\"items\": [{\"body\": "
        + "{\"id\": \"\(server.address(place))\", \"type\": \"Image\"}}]}]}"
    }
    let file = try folder.file(
      "holiday.jpg",
      Array(
        ("{\"@context\": \"http://iiif.io/api/presentation/3/context.json\", "
          + "\"type\": \"Manifest\", \"items\": [\(canvases.joined(separator: ", "))]}").utf8))
    for (options, words) in [([], "--allow-network=127.0.0.1"), (["--allow-network=else"], "JPEG")]
    {
      let render = try RenderRun.start(
        file, options, output: home["out.png"], environment: environment)
      #expect(render.wait(limit: RunningViewer.timeout) == .status(1))
      #expect(
        render.standardError.contains("a description of a picture elsewhere, named as a JPEG"))
      #expect(render.standardError.contains(words))
    }
    let viewer = try RunningViewer(["--geometry", "300x200", file], environment: environment)
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix("/served.png") }, "\(viewer.title)"
    )
    // The next picture asks again; going back shows the question again.
    viewer.hands.key(0x20)
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix("/served.png?2") },
      "\(viewer.title)")
    viewer.hands.key(0xff08)
    #expect(waitUntil(RunningViewer.timeout) { viewer.title.contains("1 / 2") }, "\(viewer.title)")
    #expect(server.requests.isEmpty)
    // An answer counts once the user could read the question; until then it is given again.
    func answer(by press: () -> Void) {
      let isAnswered = waitUntil(RunningViewer.timeout, every: HostQuestion.rest + 0.2) {
        if server.requests.isEmpty { press() }
        return !server.requests.isEmpty
      }
      #expect(isAnswered)
    }
    if byKey {
      answer { viewer.hands.key(0xff0d) }
    } else {
      var panel = FailureState()
      panel.show(
        FailureState.Content(
          name: "served.png",
          sentence: "the file is a description of a picture elsewhere, named as a JPEG: "
            + "the picture is at 127.0.0.1. Press Enter or click to fetch it.",
          choices: [(.fetch, ""), (.next, ""), (.copyDetails, "")]), scale: 1)
      let button = try #require(
        panel.placed(on: viewer.size).rect(of: Target(.choice(.fetch))))
      viewer.point(atX: (button.minX + button.maxX) / 2, y: (button.minY + button.maxY) / 2)
      answer { viewer.hands.click() }
    }
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen.difference(from: grid) == nil })
    viewer.hands.key(0x20)
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix("/served.png?2 — 300 × 200") },
      "\(viewer.title)")
    #expect(viewer.quit() == .status(0))
  }

  /// A description whose tiles are all on its server is fetched from there if the user allows it;
  /// one whose tiles are beside it needs no permission.
  @Test func aDescriptionOnTheDiskOpensItsServersTiles() throws {
    let size = PixelSize(width: 600, height: 400)
    let set = TileDescription.TileSet(size: PixelSize(width: 256, height: 256), factors: [1, 2, 4])
    let writer = TileWriter(folder: folder, size: size)
    try folder.folder("p")
    try writer.write(
      TileDescription(size: size, layout: .iiif(version: 3, sets: [set], formats: ["png"])),
      prefix: "p/")
    let path = folder.path
    let server = try FaultyServer { .file($0.path, in: path) }
    let text = Array(
      """
      {"@context": "http://iiif.io/api/image/3/context.json", "id": "\(server.address("/p"))",
       "width": 600, "height": 400, "preferredFormats": ["png"],
       "tiles": [{"width": 256, "height": 256, "scaleFactors": [1, 2, 4]}]}
      """.utf8)
    let beside = try folder.file("p/info.json", text)
    let away = try home.file("info.json", text)
    let wanted = writer.level(size, number: 2)
    func check(_ file: String, _ options: [String]) throws {
      let pixels = try RenderRun.pixels(
        file, options + ["--zoom", "1"], in: home, environment: environment)
      #expect(pixels.difference(from: wanted) == nil)
    }
    try check(beside, [])
    let refused = try RenderRun.start(
      away, [], output: home["out.png"], environment: environment)
    #expect(refused.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(refused.standardError.contains("--allow-network=127.0.0.1"))
    let uncut = try CutRun.start(away, output: home["cut"], environment: environment)
    #expect(uncut.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(uncut.standardError.contains("--allow-network=127.0.0.1"))
    #expect(server.requests.isEmpty)
    try check(away, ["--allow-network=127.0.0.1"])
    #expect(server.requests.contains { $0.path == "/p/info.json" })
    #expect(server.requests.contains { $0.path.hasSuffix(".png") })
  }

  /// A manifest may not name tiles by a template: that would be thousands of requests, and would
  /// bypass the check that keeps it from this machine.
  @Test func aTemplateInAManifestIsRefused() throws {
    let server = try FaultyServer { request in
      guard request.path == "/manifest" else { return WebReply(404) }
      let port = request.headers["host"]?.split(separator: ":").last ?? ""
      return .text(
        "{\"@context\": \"http://iiif.io/api/presentation/3/context.json\", \"type\": \"Manifest\","
          + "\"items\": [{\"items\": [{\"items\": [{\"body\": {\"id\": "
          + "\"http://127.0.0.1:\(port)/{z}/{x}/{y}.png#256x256\", \"type\": \"Image\"}}]}]}]}")
    }
    let render = try RenderRun.start(
      server.address("/manifest"), output: home["out.png"], environment: environment)
    #expect(render.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(render.standardError.contains("template"), "\(render.standardError)")
    #expect(server.requests.map(\.path) == ["/manifest"])
  }

  /// A picture fetched as a whole file shows its progress; moving on to another picture cancels the
  /// download.
  @Test func aDownloadShowsItsProgressAndIsCancelled() throws {
    let black = PixelGrid(width: 512, height: 256, opaque: { _, _ in 0 })
    let (first, last) = (
      try folder.picture("first.png", black), try folder.picture("last.png", black)
    )
    let server = try FaultyServer { _ in
      WebReply(
        body: [UInt8](repeating: 0xFF, count: 1_000_000),
        ending: .paced(pieces: 100, pause: 0.3))
    }
    let viewer = try RunningViewer(
      ["--geometry", "512x256", first, server.address("/large.png"), last],
      environment: environment)
    #expect(waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix("first.png — 512 × 256") })
    viewer.hands.key(0x20)
    // The progress bar is at the upper edge and grows from the left.
    let hasBar = waitUntil(60) {
      let screen = viewer.screen
      return screen[4, 0] & 0xFF > 128 && screen[500, 0] & 0xFF < 64
    }
    #expect(hasBar)
    #expect(server.abandoned.isEmpty)
    viewer.hands.key(0x20)
    #expect(waitUntil(RunningViewer.timeout) { server.abandoned == ["/large.png"] })
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.title.hasPrefix("last.png — 512 × 256") },
      "\(viewer.title)")
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen.difference(from: black) == nil })
    viewer.hands.key(0xFF08)
    #expect(waitUntil(RunningViewer.timeout) { server.requests.count == 2 })
    #expect(viewer.quit() == .status(0))
    // Closing the window cancels it, too.
    #expect(waitUntil(RunningViewer.timeout) { server.abandoned.count == 2 })
  }

  /// Requests for tiles that are no longer visible are cancelled.
  @Test func requestsForInvisibleTilesAreCancelled() throws {
    _ = try deepZoom(PixelSize(width: 4096, height: 1024))
    let path = folder.path
    let server = try FaultyServer { request in
      var reply = WebReply.file(request.path, in: path)
      if request.path.contains("/12/") { reply.ending = .silence }
      return reply
    }
    let viewer = try RunningViewer(
      ["--geometry", "512x256", "--zoom", "1", "--center", "256,512", server.address("/p.dzi")],
      environment: environment)
    #expect(
      waitUntil(RunningViewer.timeout) { server.requests.contains { $0.path.contains("/12/") } })
    #expect(Self.internetSockets(of: viewer.process.pid) == [])
    viewer.hands.key(0x30)
    #expect(waitUntil(RunningViewer.timeout) { server.abandoned.contains { $0.contains("/12/") } })
    #expect(viewer.quit() == .status(0))
  }

  /// The network sockets of a process.
  private static func internetSockets(of process: Int32) -> [String] {
    let (list, _) =
      (try? PipedProcess("sh", ["-c", "ls -l /proc/\(process)/fd"]).finish()) ?? ("", .status(0))
    let own = list.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("socket:[") }
      .map { $0.dropFirst("socket:[".count).dropLast() }
    let (tables, _) =
      (try? PipedProcess("sh", ["-c", "cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp"]).finish())
      ?? ("", .status(0))
    let words = Set(tables.split(whereSeparator: \.isWhitespace))
    return own.filter { words.contains($0) }.map(String.init)
  }
}

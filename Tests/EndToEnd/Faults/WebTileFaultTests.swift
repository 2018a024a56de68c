import FaultyServer
import Geometry
import Glibc
import TestSupport
import Testing
import TilePlaces

/// Servers with wrong tiles, and caches whose writer is killed.
@Suite(.serialized) struct WebTileFaultTests {
  let folder: TemporaryFolder
  let home: TemporaryFolder
  static let size = PixelSize(width: 500, height: 400)

  init() throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
    try folder.file(
      "p.dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="1" TileSize="126">
        <Size Width="\(Self.size.width)" Height="\(Self.size.height)"/></Image>
        """.utf8))
    try TileWriter(folder: folder, size: Self.size).write(
      TileDescription(
        size: Self.size, layout: .deepZoom(edge: 126, overlap: 1, format: "png")),
      prefix: "p_files/")
  }

  private var environment: [String: String?] {
    [
      "HOME": home.path, "XDG_CACHE_HOME": home.path + "/cache", "http_proxy": nil,
      "all_proxy": nil, "ALL_PROXY": nil,
    ]
  }

  /// Invalid replies to a request for a tile.
  static let answers: [(String, @Sendable (WebReply) -> WebReply)] = [
    ("a web page", { _ in .text("<!DOCTYPE html><html>an error</html>") }),
    ("nothing", { _ in WebReply(body: []) }),
    ("half of it", { WebReply(body: Array($0.body.prefix($0.body.count / 2))) }),
    ("less than it said", { WebReply(body: $0.body, ending: .cut(after: 60)) }),
    ("without an end", { _ in WebReply(ending: .endless) }),
    ("noise", { _ in WebReply(body: (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 73) }) }),
    ("another picture", { _ in WebReply(body: WebTileFaultTests.speck) }),
    ("not allowed", { _ in WebReply(403) }),
  ]

  /// A PNG file of one pixel.
  private static let speck: [UInt8] = {
    guard let folder = try? TemporaryFolder(),
      let path = try? folder.picture(
        "speck.png", PixelGrid(width: 1, height: 1, opaque: { _, _ in 0xff0000 }))
    else { return [] }
    return (try? TemporaryFolder.contents(of: path)) ?? []
  }()

  /// One tile of the finest level is invalid: the others are shown, the window stays responsive,
  /// and `render` fails with a sentence.
  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"), arguments: answers.indices)
  func anInvalidTileLeavesTheOthers(index: Int) throws {
    let (what, answer) = Self.answers[index]
    let path = folder.path
    let bad = "/p_files/9/1_1.png"
    let server = try FaultyServer { request in
      let reply = WebReply.file(request.path, in: path)
      return request.path == bad ? answer(reply) : reply
    }
    let process = try RenderRun.start(
      server.address("/p.dzi"), output: home["out.png"], environment: environment)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1), "\(what)")
    let sentences = process.standardError.split(separator: "\n")
    #expect(sentences.count == 1 && sentences[0].hasPrefix("fresnel: "), "\(what): \(sentences)")

    let places = try TilePlaces(
      TileDescription(
        size: Self.size, layout: .deepZoom(edge: 126, overlap: 1, format: "png")))
    let wanted = TileWriter(folder: folder, size: Self.size).level(
      Self.size, number: places.rungs.count - 1)
    let picture = CoordinatePicture.grid(400, 300)
    let good = try folder.picture("good.png", picture)
    let viewer = try RunningViewer(
      ["--geometry", "500x400", "--zoom", "1", server.address("/p.dzi"), good],
      environment: environment)
    let isShown = waitUntil(RunningViewer.timeout) {
      let screen = viewer.screen
      return screen.size == Self.size
        && [(30, 30), (480, 380), (300, 30), (30, 300)].allSatisfy {
          screen[$0.0, $0.1] == wanted[$0.0, $0.1]
        }
    }
    #expect(isShown, "\(what): the other tiles do not come; \(viewer.title)")
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("good.png") && $0.contains("400 × 300") }
    #expect(viewer.quit() == .status(0), "\(what)")
  }

  /// A file that was being cached is complete afterwards, or absent.
  @Test func killingTheCachesWriterLeavesCompleteFiles() throws {
    let path = folder.path
    let server = try FaultyServer { request in
      var reply = WebReply.file(request.path, in: path)
      reply.headers.append(("Cache-Control", "max-age=600"))
      return reply
    }
    var random = SeededNumbers(seed: SoakRow.seed)
    let row = SoakRow("kills of the cache's writer", target: 1000, sample: 12)
    // A run may end during the pause, with nothing left to kill.
    var rounds = 0
    var entries = 0
    while row.goesOn, row.reached > 0 || rounds < 100 {
      rounds += 1
      let process = try RenderRun.start(
        server.address("/p.dzi"), output: home["out.png"], environment: environment)
      // A busy machine takes its time to start it.
      waitUntil(RunningViewer.timeout) { !fetchers(of: process).isEmpty || !process.isRunning }
      usleep(UInt32.random(in: 0...150_000, using: &random))
      // Kill the program and its fetcher, or only the fetcher.
      let killed = fetchers(of: process).filter { kill($0, SIGKILL) == 0 }
      if Bool.random(using: &random) { process.signal(SIGKILL) }
      let end = process.wait(limit: RunningViewer.timeout)
      row.check(end != nil, "round \(rounds) has no end")
      row.done(killed.count)
      let cache = DownloadCache(below: home.path + "/cache")
      for path in cache.damaged { row.fail("round \(rounds): \(path) is damaged") }
      entries += cache.whole.count
      // The next fetcher needs something to write.
      for path in cache.whole where Bool.random(using: &random) { unlink(path) }
    }
    row.check(row.reached > 0, "there was no fetcher to kill")
    let wanted = try RenderRun.pixels(folder["p.dzi"], in: home)
    let seen = try RenderRun.pixels(server.address("/p.dzi"), in: home, environment: environment)
    if let difference = seen.difference(from: wanted) { row.fail(difference) }
    let cache = DownloadCache(below: home.path + "/cache")
    row.check(cache.damaged.isEmpty, "damaged in the end: \(cache.damaged)")
    row.check(!cache.whole.isEmpty, "nothing was cached")
    row.remark("\(entries) entries checked")
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  /// The fetchers of a run that run now.
  private func fetchers(of process: TestProcess) -> [pid_t] {
    ProcessFamily(process.pid).children.filter {
      ProcessFamily.name(of: $0).hasPrefix("fresnel-fetch")
    }
  }
}

import FaultyServer
import Geometry
import Glibc
import TestSupport
import Testing
import TilePlaces

/// Pictures and tiles on a server, fetched by a separate process.
@Suite struct WebTests {
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

  private func files(delay: Double = 0) throws -> FaultyServer {
    let path = folder.path
    return try FaultyServer { request in
      var reply = WebReply.file(request.path, in: path)
      reply.delay = delay
      return reply
    }
  }

  private func pixels(_ address: String, _ options: [String] = []) throws -> PixelGrid {
    try RenderRun.pixels(address, options, in: home, environment: environment)
  }

  private func failure(_ address: String) throws -> String {
    let process = try RenderRun.start(
      address, output: home["out.png"], environment: environment)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    return process.standardError
  }

  private func deepZoom(_ size: PixelSize, name: String = "p") throws -> TileDescription {
    try folder.file(
      "\(name).dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="1" TileSize="126">
        <Size Width="\(size.width)" Height="\(size.height)"/></Image>
        """.utf8))
    let description = TileDescription(
      size: size, layout: .deepZoom(edge: 126, overlap: 1, format: "png"))
    try TileWriter(folder: folder, size: size).write(description, prefix: "\(name)_files/")
    return description
  }

  @Test func everyLevelEqualsThatOfTheFolder() throws {
    let size = PixelSize(width: 701, height: 503)
    let description = try deepZoom(size)
    let server = try files()
    for rung in try TilePlaces(description).rungs {
      let zoom = ["--zoom", "\(rung.scale)"]
      let wanted = try RenderRun.pixels(folder["p.dzi"], zoom, in: home)
      let seen = try pixels(server.address("/p.dzi?token=1"), zoom)
      #expect(seen.difference(from: wanted) == nil, "scale \(rung.scale)")
    }
    // The query of the address is sent with every request.
    #expect(server.requests.allSatisfy { $0.path.hasSuffix("?token=1") })
  }

  @Test func zoomifyAndTemplatesOpenFromAServer() throws {
    let size = PixelSize(width: 512, height: 256)
    let writer = TileWriter(folder: folder, size: size)
    let description = TileDescription(size: size, layout: .zoomify(edge: 64, tileCount: 0))
    try folder.file(
      "ImageProperties.xml",
      Array(#"<IMAGE_PROPERTIES WIDTH="512" HEIGHT="256" TILESIZE="64"/>"#.utf8))
    try writer.write(description, prefix: "")
    try folder.folder("map")
    for (level, grid) in [(0, PixelSize(width: 256, height: 128)), (1, size)] {
      let picture = writer.level(grid, number: level)
      for column in 0..<(grid.width / 256) {
        // Padded to whole tiles, as map cutters do.
        let tile = PixelGrid(
          width: 256, height: 256,
          opaque: { x, y in y < grid.height ? picture[column * 256 + x, y] : 0x808080 })
        try tile.write(to: folder["map/\(level)-\(column)-0.png"])
      }
      if level == 1 {
        let empty = PixelGrid(width: 256, height: 256, opaque: { _, _ in 0 })
        try empty.write(to: folder["map/1-0-1.png"])
      }
    }
    let server = try files()
    let wanted = try RenderRun.pixels(folder["ImageProperties.xml"], in: home)
    #expect(
      try pixels(server.address("/ImageProperties.xml")).difference(from: wanted) == nil)
    let map = try pixels(server.address("/map/{z}-{x}-{y}.png#512x256"))
    #expect(map.difference(from: writer.level(size, number: 1)) == nil)
  }

  /// The service's own ID is another address; its tiles are requested from there.
  @Test(arguments: [2, 3]) func anIIIFServicesIDLeadsToItsTiles(version: Int) throws {
    let size = PixelSize(width: 300, height: 200)
    let set = TileDescription.TileSet(
      size: PixelSize(width: 96, height: 96), factors: [1, 2, 4])
    let description = TileDescription(
      size: size, layout: .iiif(version: version, sets: [set], formats: ["png"]))
    try TileWriter(folder: folder, size: size).write(description, prefix: "real/")
    let path = folder.path
    let server = try FaultyServer { request in
      let name = request.path.dropFirst("/service/".count)
      if request.path == "/info.json" {
        let id = "http://\(request.headers["host"] ?? "")/service/x"
        return .text(
          """
          {"@context": "http://iiif.io/api/image/\(version)/context.json",
           "\(version == 3 ? "id" : "@id")": "\(id)", "width": 300, "height": 200,
           "preferredFormats": ["png"], "profile": ["level0", {"formats": ["png"]}],
           "tiles": [{"width": 96, "scaleFactors": [1, 2, 4]}]}
          """)
      }
      return request.path.hasPrefix("/service/")
        ? .redirect(to: "/real/\(name.dropFirst(2))") : .file(request.path, in: path)
    }
    let wanted = TileWriter(folder: folder, size: size).level(size, number: 2)
    #expect(try pixels(server.address("/info.json")).difference(from: wanted) == nil)
  }

  @Test func tilesComeFromAnImagingServer() throws {
    let size = PixelSize(width: 304, height: 208)
    let description = TileDescription(
      size: size,
      layout: .internetImaging(tile: PixelSize(width: 64, height: 64), levels: 4))
    let writer = TileWriter(folder: folder, size: size)
    try writer.write(description, prefix: "")
    let path = folder.path
    let server = try FaultyServer { request in
      guard let command = request.path.split(separator: "&").last,
        request.path.hasPrefix("/iip?FIF=/deep/p.tif&QLT=90&")
      else { return WebReply(404) }
      if command.hasPrefix("JTL=") { return .file("/" + command, in: path) }
      return .text(
        "IIP:1.0\r\nMax-size:304 208\r\nTile-size:64 64\r\nResolution-number:4\r\n")
    }
    for (index, rung) in try TilePlaces(description).rungs.enumerated() {
      let seen = try pixels(
        server.address("/iip?FIF=/deep/p.tif&QLT=90"), ["--zoom", "\(rung.scale)"])
      #expect(seen.difference(from: writer.level(rung.size, number: index)) == nil)
    }
    // The server's reply, saved to a file, doesn't say which server it is from.
    let saved = try folder.file("saved", Array("IIP:1.0\nMax-size:1 1\n".utf8))
    #expect(try failure(saved).contains("open it by its address"))
  }

  @Test func headersOfTheUsersFileAreSent() throws {
    let size = PixelSize(width: 200, height: 100)
    _ = try deepZoom(size)
    let path = folder.path
    let server = try FaultyServer { request in
      request.headers["x-token"] == "secret" ? .file(request.path, in: path) : WebReply(403)
    }
    let headers = try home.file(
      "headers", Array("[http://127.0.0.1:\(server.port)]\nX-Token: secret\n".utf8))
    let address = server.address("/p.dzi")
    let wanted = try RenderRun.pixels(folder["p.dzi"], in: home)
    let option = ["--header-file", headers]
    #expect(try failure(address).contains("denies access to it (403)"))
    #expect(try pixels(address, option).difference(from: wanted) == nil)
    try home.folder("fresnel")
    try home.file("fresnel/config.toml", Array("header-file = \"~/headers\"\n".utf8))
    let process = try RenderRun.start(
      server.address("/p.dzi?again"), output: home["out.png"],
      environment: environment.merging(["XDG_CONFIG_HOME": home.path]) { $1 })
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0), "\(process.standardError)")
    try home.file("headers", Array("X-Token: secret\n".utf8))
    let refused = try RenderRun.start(
      address, option, output: home["out.png"], environment: environment)
    #expect(refused.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(refused.standardError.contains("line 1 of the header file is not below a server"))
  }

  @Test func aPictureIsFetchedAndOpenedAsAnyFile() throws {
    let grid = PixelGrid(width: 300, height: 200, opaque: { x, y in UInt32(x * 256 + y) })
    try folder.picture("picture", grid)
    let server = try files()
    #expect(try pixels(server.address("/picture")).difference(from: grid) == nil)
  }

  @Test func aMissingTileShowsTheCoarserOneAndIsRequestedOnce() throws {
    let size = PixelSize(width: 500, height: 400)
    let description = try deepZoom(size)
    let places = try TilePlaces(description)
    let place = try #require(places.place(rung: places.rungs.count - 1, column: 1, row: 1))
    unlink(folder["p_files/" + place.paths[0]])
    let server = try files()
    let seen = try pixels(server.address("/p.dzi"))
    let wanted = TileWriter(folder: folder, size: size).level(
      size, number: places.rungs.count - 1)
    #expect(seen[30, 30] == wanted[30, 30])
    #expect(seen[480, 380] == wanted[480, 380])
    let asked = server.requests.filter { $0.path.hasSuffix(place.paths[0]) }
    #expect(asked.count == 1)
  }

  /// Some servers round sizes down although they say that they round up.
  @Test func aTileThatIsTooSmallRepeatsItsEdge() throws {
    let size = PixelSize(width: 201, height: 153)
    let grid = TileWriter(folder: folder, size: size).level(size, number: 0)
    try folder.file(
      "p.dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="0" TileSize="256"><Size Width="201" Height="153"/></Image>
        """.utf8))
    try folder.folder("p_files")
    try folder.folder("p_files/8")
    try grid.cropped(to: PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 152))
      .write(to: folder["p_files/8/0_0.png"])
    let server = try files()
    let seen = try pixels(server.address("/p.dzi"))
    #expect(seen.size == size)
    #expect(seen[199, 100] == grid[199, 100] && seen[200, 100] == grid[199, 100])
    #expect(seen[100, 152] == grid[100, 151] && seen[200, 152] == grid[199, 151])
  }

  @Test func failedDownloadsGiveASentence() throws {
    let server = try FaultyServer { request in
      switch request.path {
      case "/page": .text("<!DOCTYPE html><html>an error</html>")
      case "/circle": .redirect(to: "/circle")
      case "/file": .redirect(to: "file:///etc/passwd")
      case "/bomb":
        .text(
          "{\"@context\": \"http://iiif.io/api/image/3/context.json\", \"x\": "
            + String(repeating: "[", count: 500_000))
      default: WebReply(404)
      }
    }
    #expect(try failure(server.address("/page")).contains("it is a web page, not a picture"))
    #expect(try failure(server.address("/none")).contains("nothing at that address (404)"))
    #expect(try failure(server.address("/circle")).contains("redirects too many times"))
    #expect(
      try failure(server.address("/file"))
        .contains("redirects to an address that is not a web address"))
    #expect(try failure(server.address("/bomb")).contains("the description is not valid JSON"))
    #expect(
      try failure("http://nothing.invalid/").contains("the host nothing.invalid is unknown"))
    // Neither the user name nor the password appears on the terminal.
    let secret = try failure("http://ann:secret@127.0.0.1:\(server.port)/none")
    #expect(!secret.contains("secret") && secret.contains("http://127.0.0.1"))
  }

  @Test func withoutTheFetcherFilesStillOpen() throws {
    let program = try home.evilInstallation(hasEvil: false)
    func run(_ file: String) throws -> TestProcess {
      let process = try TestProcess(
        program, ["render", file, "-o", home["out.png"]], environment: environment)
      _ = process.wait(limit: RunningViewer.timeout)
      return process
    }
    let file = try folder.picture(
      "p.png", PixelGrid(width: 30, height: 20, opaque: { _, _ in 7 }))
    #expect(try run(file).exit == .status(0))
    #expect(
      try run("http://127.0.0.1:1/").standardError.contains(
        "fresnel-fetch, which fetches over the network, is not installed"))
  }

  @Test func theViewerLinksNoNetworkLibrary() throws {
    let (libraries, _) = try PipedProcess("ldd", [RunningViewer.program]).finish()
    #expect(libraries.contains("libX11") && !libraries.contains("curl"))
  }
}

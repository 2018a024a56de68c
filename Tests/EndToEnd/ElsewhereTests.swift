import Geometry
import TestSupport
import Testing
import TilePlaces

/// Pictures whose tiles are files in folders: each level at its own size matches its tiles exactly.
@Suite struct ElsewhereTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let sizes = [(700, 500), (513, 257), (129, 1), (1, 300), (64, 64)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  private func deepZoom(_ size: PixelSize, edge: Int, overlap: Int) throws -> String {
    try folder.file(
      "p.dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="\(overlap)" TileSize="\(edge)">
        <Size Width="\(size.width)" Height="\(size.height)"/></Image>
        """.utf8))
  }

  /// Renders every level at its own size, and compares it with what was written.
  private func check(_ file: String, _ description: TileDescription) throws {
    let writer = TileWriter(folder: folder, size: description.size)
    for (index, rung) in try TilePlaces(description).rungs.enumerated() {
      let seen = try RenderRun.pixels(file, ["--zoom", "\(rung.scale)"], in: folder)
      let wanted = writer.level(rung.size, number: index)
      #expect(seen.difference(from: wanted) == nil, "level \(index) of \(description)")
    }
  }

  @Test(arguments: sizes, [0, 1, 2])
  func deepZoomLevelsAreExact(size: PixelSize, overlap: Int) throws {
    let description = TileDescription(
      size: size, layout: .deepZoom(edge: 128 - 2 * overlap, overlap: overlap, format: "png"))
    let file = try deepZoom(size, edge: 128 - 2 * overlap, overlap: overlap)
    try TileWriter(folder: folder, size: size).write(description, prefix: "p_files/")
    try check(file, description)
  }

  /// Tiles larger than the viewer's own are cut into smaller ones.
  @Test(arguments: [(2048, 0), (2046, 1), (1024, 1), (4096, 0), (1500, 2)])
  func largeDeepZoomTilesAreExact(edge: Int, overlap: Int) throws {
    let size = PixelSize(width: 2345, height: 2099)
    let description = TileDescription(
      size: size, layout: .deepZoom(edge: edge, overlap: overlap, format: "png"))
    let file = try deepZoom(size, edge: edge, overlap: overlap)
    try TileWriter(folder: folder, size: size).write(description, prefix: "p_files/")
    try check(file, description)
  }

  /// Tiles that are not square are exact, too.
  @Test(arguments: [(512, 256), (96, 200), (2048, 1024), (333, 500)])
  func nonSquareTilesAreExact(width: Int, height: Int) throws {
    let size = PixelSize(width: 1345, height: 1099)
    let set = TileDescription.TileSet(
      size: PixelSize(width: width, height: height), factors: [1, 2, 4, 8])
    let description = TileDescription(
      size: size, layout: .iiif(version: 3, sets: [set], formats: ["png"]))
    try folder.file(
      "info.json",
      Array(
        """
        {"@context": "http://iiif.io/api/image/3/context.json", "width": 1345, "height": 1099,
         "preferredFormats": ["png"],
         "tiles": [{"width": \(width), "height": \(height), "scaleFactors": [1, 2, 4, 8]}]}
        """.utf8))
    try TileWriter(folder: folder, size: size).write(description, prefix: "")
    try check(folder["info.json"], description)
  }

  /// Only sizes with even halves: Zoomify rounds levels down, so otherwise a level has fewer pixels
  /// than a view at its scale.
  @Test(arguments: [(768, 512), (512, 64), (64, 256), (64, 64)].map(PixelSize.init))
  func zoomifyLevelsAreExact(size: PixelSize) throws {
    let description = TileDescription(size: size, layout: .zoomify(edge: 64, tileCount: 0))
    try folder.file(
      "ImageProperties.xml",
      Array(
        """
        <IMAGE_PROPERTIES WIDTH="\(size.width)" HEIGHT="\(size.height)" TILESIZE="64"/>
        """.utf8))
    // The extension says nothing: it is `.jpg` in every Zoomify folder.
    try TileWriter(folder: folder, size: size).write(description, prefix: "")
    try check(folder["ImageProperties.xml"], description)
  }

  @Test(arguments: sizes, [2, 3])
  func iiifLevelsAreExact(size: PixelSize, version: Int) throws {
    let set = TileDescription.TileSet(
      size: PixelSize(width: 96, height: 96), factors: [1, 2, 4, 8])
    let description = TileDescription(
      size: size, layout: .iiif(version: version, sets: [set], formats: ["png"]))
    try folder.file(
      "info.json",
      Array(
        """
        {"@context": "http://iiif.io/api/image/\(version)/context.json", "width": \(size.width),
         "height": \(size.height), "preferredFormats": ["png"],
         "tiles": [{"width": 96, "scaleFactors": [1, 2, 4, 8]}]}
        """.utf8))
    try TileWriter(folder: folder, size: size).write(description, prefix: "")
    // If one side is a single pixel, two levels share file names in IIIF 2.
    guard version == 3 || min(size.width, size.height) > 8 else { return }
    try check(folder["info.json"], description)
  }

  @Test func scalesBetweenLevelsAreReducedFromTheFinerOne() throws {
    let size = PixelSize(width: 600, height: 400)
    let picture = PixelGrid(
      width: 600, height: 400,
      opaque: { x, y in (x / 30 + y / 20) % 2 == 0 ? 0xE0D0C0 : 0x203040 })
    let file = try deepZoom(size, edge: 254, overlap: 1)
    let description = TileDescription(
      size: size, layout: .deepZoom(edge: 254, overlap: 1, format: "png"))
    let places = try TilePlaces(description)
    for name in ["p_files", "p_files/10"] { try folder.folder(name) }
    for row in 0..<2 {
      for column in 0..<3 {
        let place = try #require(
          places.place(rung: places.rungs.count - 1, column: column, row: row))
        let (x, y) = (column * 254 - place.part.minX, row * 254 - place.part.minY)
        try picture.cropped(
          to: PixelRect(
            minX: x, minY: y, maxX: x + place.picture.width, maxY: y + place.picture.height)
        ).write(to: folder["p_files/" + place.paths[0]])
      }
    }
    let plain = try folder.picture("plain.png", picture)
    let zoom = ["--zoom", "0.77"]
    let tiled = try RenderRun.pixels(file, zoom, in: folder)
    #expect(tiled.psnr(try RenderRun.pixels(plain, zoom, in: folder)) >= 50)
  }

  /// Panning crosses tiles, and also the large ones of the source.
  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func panningCrossesLargeTilesWithoutGaps() throws {
    let size = PixelSize(width: 3000, height: 2500)
    let file = try deepZoom(size, edge: 2048, overlap: 0)
    let description = TileDescription(
      size: size, layout: .deepZoom(edge: 2048, overlap: 0, format: "png"))
    let writer = TileWriter(folder: folder, size: size)
    try writer.write(description, prefix: "p_files/")
    let fine = writer.level(size, number: try TilePlaces(description).rungs.count - 1)
    let viewer = try RunningViewer(["--geometry", "600x400", "--zoom", "1", file])
    func expect(_ left: Int, _ top: Int) {
      let part = PixelRect(minX: left, minY: top, maxX: left + 600, maxY: top + 400)
      viewer.expect(fine.cropped(to: part))
    }
    expect(1200, 1050)
    for _ in 0..<60 { viewer.type("l") }
    for _ in 0..<60 { viewer.type("j") }
    expect(2400, 2100)
    for _ in 0..<60 { viewer.type("h") }
    expect(0, 2100)
    #expect(viewer.quit() == .status(0))
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func aMissingTileShowsTheCoarserOneInTheWindow() throws {
    let size = PixelSize(width: 2048, height: 1024)
    let file = try deepZoom(size, edge: 256, overlap: 0)
    let description = TileDescription(
      size: size, layout: .deepZoom(edge: 256, overlap: 0, format: "png"))
    let writer = TileWriter(folder: folder, size: size)
    let last = try TilePlaces(description).rungs.count - 1
    try writer.write(description, prefix: "p_files/") { rung, column, row in
      rung == last && column == 3 && row == 1
    }
    // The view shows the centre, with the level of half size in place of the missing tile.
    let viewer = try RunningViewer(["--geometry", "512x256", "--zoom", "1", file])
    let fine = writer.level(size, number: last)
    let coarse = writer.level(PixelSize(width: 1024, height: 512), number: last - 1)
    // Blue is constant over many pixels, so enlarging does not change it.
    let enlarged = coarse[434, 222] & 0xFF
    #expect(enlarged != fine[868, 444] & 0xFF)
    let isShown = waitUntil(RunningViewer.timeout) {
      let screen = viewer.screen
      return screen[400, 200] == fine[1168, 584] && screen[100, 60] & 0xFF == enlarged
    }
    #expect(isShown)
    #expect(viewer.quit() == .status(0))
  }

  /// Levels of one colour each in IIIF's layout, without some tiles of the largest level.
  private func plainLevels(_ factors: [Int], leavingOut: [(Int, Int)]) throws -> String {
    let size = PixelSize(width: 576, height: 576)
    let set = TileDescription.TileSet(size: PixelSize(width: 96, height: 96), factors: factors)
    let places = try TilePlaces(
      TileDescription(size: size, layout: .iiif(version: 3, sets: [set], formats: ["png"])))
    for (index, rung) in places.rungs.enumerated() {
      let count = (rung.size.width + 95) / 96
      for (column, row) in (0..<count).flatMap({ column in (0..<count).map { (column, $0) } }) {
        let isLeftOut = leavingOut.contains { $0 == (column, row) }
        guard index < places.rungs.count - 1 || !isLeftOut,
          let place = places.place(rung: index, column: column, row: row)
        else { continue }
        var path = ""
        for part in place.paths[0].split(separator: "/").dropLast() {
          path += path.isEmpty ? part : "/" + part
          _ = try? folder.folder(path)
        }
        try PixelGrid(
          width: place.picture.width, height: place.picture.height,
          opaque: { _, _ in Self.color(index) }
        ).write(to: folder[place.paths[0]])
      }
    }
    return try folder.file(
      "info.json",
      Array(
        """
        {"@context": "http://iiif.io/api/image/3/context.json", "width": 576, "height": 576,
         "preferredFormats": ["png"], "tiles": [{"width": 96, "scaleFactors": \(factors)}]}
        """.utf8))
  }

  private static func color(_ rung: Int) -> UInt32 { UInt32(0x30_1020 * (rung + 1)) }

  /// A missing tile is filled from the next coarser level, and never leaves a hole.
  @Test(arguments: [[1, 2, 4], [1, 3, 9], [1, 6]], ["1", "0.77", "0.6"])
  func aMissingTileRendersTheNextCoarserLevel(factors: [Int], zoom: String) throws {
    let file = try plainLevels(factors, leavingOut: [(2, 2), (5, 5)])
    let seen = try RenderRun.pixels(file, ["--zoom", zoom], in: folder)
    let scale = try #require(Double(zoom))
    func at(_ x: Int, _ y: Int) -> UInt32 {
      seen[Int(Double(x) * scale), Int(Double(y) * scale)] & 0xFF_FFFF
    }
    let last = factors.count - 1
    for (x, y) in [(240, 240), (530, 530)] {
      #expect(at(x, y) == Self.color(last - 1), "\(x), \(y)")
    }
    // The other tiles are sharp, except where a tile of the view covers a missing one, too.
    #expect(at(20, 530) == Self.color(last))
    for y in 0..<seen.size.height {
      for x in 0..<seen.size.width where seen[x, y] >> 24 != 0xFF {
        Issue.record("there is a hole at \(x), \(y)")
        return
      }
    }
  }

  @Test func unusableDescriptionsGiveASentence() throws {
    let size = PixelSize(width: 100, height: 100)
    func sentence(_ file: String, _ options: [String] = []) throws -> String {
      let process = try RenderRun.start(file, options, output: folder["out.png"])
      #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
      return process.standardError
    }
    let lonely = try deepZoom(size, edge: 256, overlap: 0)
    #expect(try sentence(lonely).contains("the folder p_files, which does not exist"))
    try folder.folder("p_files")
    let small = try deepZoom(size, edge: 8, overlap: 0)
    #expect(try sentence(small).contains("8 × 8 pixels can't be shown"))
    let info = try folder.file(
      "info.json", Array("{\"@context\": \"http://iiif.io/api/image/2\", \"width\": 5".utf8))
    #expect(try sentence(info).contains("not valid JSON"))
  }

  @Test(
    .enabled(if: TestProcess.canFind("vips"), "vips cuts the tiles"),
    arguments: [
      ("dz", 0), ("dz", 1), ("dz", 2), ("zoomify", 0), ("iiif", 0), ("iiif3", 0),
    ])
  func vipsTilesEqualThePicture(layout: String, overlap: Int) throws {
    for (width, height) in [(700, 500), (513, 257), (300, 1025)] {
      let picture = CoordinatePicture.grid(width, height)
      let name = "v\(width)"
      let source = try folder.picture(name + ".png", picture)
      let process = try TestProcess(
        "vips",
        [
          "dzsave", source, folder[name], "--layout", layout, "--suffix", ".png", "--tile-size",
          "120", "--overlap", "\(overlap)",
        ])
      try #require(process.wait(limit: 60) == .status(0), "\(process.standardError)")
      let file =
        switch layout {
        case "dz": folder[name + ".dzi"]
        case "zoomify": folder[name + "/ImageProperties.xml"]
        default: folder[name + "/info.json"]
        }
      let seen = try RenderRun.pixels(file, in: folder)
      #expect(seen.difference(from: picture) == nil, "\(layout), \(width) × \(height)")
    }
  }
}

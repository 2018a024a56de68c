import FaultyServer
import Geometry
import Glibc
import TestSupport
import Testing
import TilePlaces

/// Pictures whose tiles and description are in one archive.
@Suite struct ArchiveProgramTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let size = PixelSize(width: 401, height: 303)
  private static let description = TileDescription(
    size: size, layout: .deepZoom(edge: 126, overlap: 1, format: "png"))

  /// Writes a Deep Zoom into a folder, and returns the path of its description.
  private func deepZoom(
    leavingOut isLeftOut: (_ rung: Int, _ column: Int, _ row: Int) -> Bool = { _, _, _ in false }
  ) throws -> String {
    try folder.folder("slide")
    let file = try folder.file(
      "slide/p.dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="1" TileSize="126"><Size Width="401" Height="303"/></Image>
        """.utf8))
    try TileWriter(folder: folder, size: Self.size).write(
      Self.description, prefix: "slide/p_files/", leavingOut: isLeftOut)
    return file
  }

  /// Packs the folder with the usual `zip`, which deflates the tiles although they are compressed.
  private func pack(_ options: String...) throws -> String {
    let process = try TestProcess(
      "sh",
      ["-c", "cd '\(folder.path)' && zip -q -r \(options.joined(separator: " ")) slide.szi slide"])
    try #require(process.wait(limit: 60) == .status(0), "\(process.standardError)")
    return folder["slide.szi"]
  }

  private func sentence(_ file: String) throws -> String {
    let process = try RenderRun.start(file, output: folder["out.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    return process.standardError
  }

  @Test(.enabled(if: TestProcess.canFind("zip"), "zip packs the tiles"), arguments: ["-0", "-9"])
  func everyLevelEqualsThatOfTheFolder(packing: String) throws {
    let file = try deepZoom()
    let archive = try pack(packing)
    for rung in try TilePlaces(Self.description).rungs {
      let zoom = ["--zoom", "\(rung.scale)"]
      let wanted = try RenderRun.pixels(file, zoom, in: folder)
      let seen = try RenderRun.pixels(archive, zoom, in: folder)
      #expect(seen.difference(from: wanted) == nil, "scale \(rung.scale)")
    }
  }

  /// A tile larger than any of the viewer's own, compressed or stored.
  @Test(.enabled(if: TestProcess.canFind("zip"), "zip packs the tiles"))
  func largeTilesAreUnpacked() throws {
    let size = PixelSize(width: 1700, height: 1300)
    try folder.folder("slide")
    try folder.file(
      "slide/p.dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="0" TileSize="2048"><Size Width="1700" Height="1300"/></Image>
        """.utf8))
    let description = TileDescription(
      size: size, layout: .deepZoom(edge: 2048, overlap: 0, format: "png"))
    let last = try TilePlaces(description).rungs.count - 1
    let place = try #require(try TilePlaces(description).place(rung: last, column: 0, row: 0))
    try folder.folder("slide/p_files")
    try folder.folder("slide/p_files/11")
    // Noise doesn't compress: its file is larger than the buffer that is allocated first.
    var numbers = SeededNumbers(seed: 4)
    let noise = PixelGrid(
      width: 1700, height: 1300,
      opaque: { _, _ in UInt32.random(in: 0...0xFF_FFFF, using: &numbers) })
    try noise.write(to: folder["slide/p_files/" + place.paths[0]])
    let seen = try RenderRun.pixels(try pack("-0"), ["--zoom", "1"], in: folder)
    #expect(seen.difference(from: noise) == nil)
  }

  @Test(.enabled(if: TestProcess.canFind("zip"), "zip packs the tiles"))
  func anArchiveOnAServerIsShown() throws {
    let wanted = try RenderRun.pixels(try deepZoom(), in: folder)
    _ = try pack()
    let path = folder.path
    let server = try FaultyServer { .file($0.path, in: path) }
    let seen = try RenderRun.pixels(
      server.address("/slide.szi"), in: folder,
      environment: [
        "HOME": folder.path, "XDG_CACHE_HOME": folder.path + "/cache", "http_proxy": nil,
        "all_proxy": nil, "ALL_PROXY": nil,
      ])
    #expect(seen.difference(from: wanted) == nil)
    #expect(server.requests.count == 1)
  }

  @Test(.enabled(if: TestProcess.canFind("zip"), "zip packs the tiles"))
  func aMissingTileLeavesTheCoarserOne() throws {
    let last = try TilePlaces(Self.description).rungs.count - 1
    _ = try deepZoom { rung, column, row in rung == last && column == 1 && row == 1 }
    let seen = try RenderRun.pixels(try pack(), in: folder)
    let wanted = TileWriter(folder: folder, size: Self.size).level(Self.size, number: last)
    #expect(seen[30, 30] == wanted[30, 30] && seen[380, 280] == wanted[380, 280])
    // Blue is constant over many pixels, so enlarging does not change it.
    let coarse = TileWriter(folder: folder, size: Self.size).level(
      PixelSize(width: 201, height: 152), number: last - 1)
    #expect(seen[190, 190] & 0xFF == coarse[95, 95] & 0xFF)
  }

  @Test(.enabled(if: TestProcess.canFind("vips"), "vips cuts the tiles"))
  func archivesMadeByVipsAreShown() throws {
    let picture = CoordinatePicture.grid(700, 500)
    let source = try folder.picture("v.png", picture)
    for layout in ["dz", "zoomify"] {
      let process = try TestProcess(
        "vips",
        [
          "dzsave", source, folder["v-\(layout).zip"], "--layout", layout, "--suffix", ".png",
        ])
      try #require(process.wait(limit: 60) == .status(0), "\(process.standardError)")
      let seen = try RenderRun.pixels(folder["v-\(layout).zip"], in: folder)
      #expect(seen.difference(from: picture) == nil, "\(layout)")
    }
  }

  @Test func invalidArchivesGiveASentence() throws {
    func write(_ parts: ZipWriter.Part...) throws -> String {
      try folder.file("a.zip", ZipWriter(parts).bytes)
    }
    func part(_ name: String, _ text: String = "x") -> ZipWriter.Part {
      ZipWriter.Part(name, Array(text.utf8))
    }
    #expect(try sentence(write(part("letter.txt"))).contains("ZIP without tiles of a picture"))
    #expect(
      try sentence(write(part("p_files/0/0_0.png"))).contains("contains no tiled picture"))
    #expect(
      try sentence(write(part("p.dzi", "nothing"))).contains("the description is not valid XML"))
    #expect(
      try sentence(write(part("info.json", "{}"))).contains("not a known description of tiles"))
    var bytes = ZipWriter([part("p.dzi")]).bytes
    bytes.removeLast(10)
    #expect(try sentence(folder.file("a.zip", bytes)).contains("the archive is damaged"))
    // A description of several megabytes.
    let bomb = part("p.dzi", String(repeating: " ", count: 6_000_000))
    #expect(try sentence(write(bomb)).contains("is larger than a tile can be"))
  }
}

import FaultyServer
import Geometry
import Glibc
import TestSupport
import Testing

/// The output of `fresnel cut` opens again, and matches the picture.
@Suite struct CutTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let sizes = [(700, 500), (513, 257), (257, 1), (1, 300), (64, 64)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  /// The file to open, for each layout.
  private static let layouts = [
    "dzi": "out.dzi", "zoomify": "out/ImageProperties.xml", "iiif": "out/info.json",
    "iiif3": "out/info.json",
  ]

  @Test(arguments: sizes, layouts.keys.sorted())
  func theTilesEqualThePicture(size: PixelSize, layout: String) throws {
    // IIIF 2 has no distinct names for all levels of a picture that is one pixel wide.
    guard layout != "iiif" || size.width > 1 else { return }
    let picture = CoordinatePicture.grid(size.width, size.height)
    let file = try folder.picture("a.png", picture)
    try CutRun.run(
      file, ["--layout", layout, "--format", "png", "--tile-size", "128"], output: folder["out"])
    let description = folder[try #require(Self.layouts[layout])]
    #expect(try RenderRun.pixels(description, in: folder).difference(from: picture) == nil)
    // Nothing else is left behind.
    let expected = layout == "dzi" ? ["a.png", "out.dzi", "out_files"] : ["a.png", "out"]
    #expect(TemporaryFolder.names(in: folder.path).filter { !$0.hasPrefix("rendered") } == expected)
  }

  /// A picture that was cut for a server opens from the disk, without a request to that server.
  @Test(arguments: ["iiif", "iiif3"])
  func whatWasCutForAServerOpensFromTheDisk(layout: String) throws {
    let server = try FaultyServer { _ in WebReply(404) }
    let picture = CoordinatePicture.grid(401, 299)
    let file = try folder.picture("a.png", picture)
    try CutRun.run(
      file,
      [
        "--layout", layout, "--format", "png", "--tile-size", "128", "--id", server.address("/out"),
      ], output: folder["out"])
    let seen = try RenderRun.pixels(folder["out/info.json"], in: folder)
    #expect(seen.difference(from: picture) == nil)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [0, 1, 2])
  func overlapsEqualThePicture(overlap: Int) throws {
    let picture = CoordinatePicture.grid(401, 299)
    let file = try folder.picture("a.png", picture)
    try CutRun.run(
      file, ["--format", "png", "--tile-size", "100", "--overlap", "\(overlap)"],
      output: folder["out.dzi"])
    let seen = try RenderRun.pixels(folder["out.dzi"], in: folder)
    #expect(seen.difference(from: picture) == nil)
  }

  @Test func jpegTilesAreCloseToThePicture() throws {
    let picture = PixelGrid(
      width: 900, height: 700,
      opaque: { x, y in
        UInt32(x * 255 / 900) << 16 | UInt32(y * 255 / 700) << 8 | UInt32((x + y) * 255 / 1600)
      })
    let file = try folder.picture("a.png", picture)
    try CutRun.run(file, ["--quality", "90"], output: folder["out"])
    let quality = try RenderRun.pixels(folder["out.dzi"], in: folder).psnr(picture)
    #expect(quality >= 40, "\(quality) dB")
  }

  @Test func cropCutsAPart() throws {
    let picture = CoordinatePicture.grid(500, 400)
    let file = try folder.picture("a.png", picture)
    try CutRun.run(
      file, ["--format", "png", "--region", "101,33,250x900"], output: folder["out"])
    let part = picture.cropped(to: PixelRect(minX: 101, minY: 33, maxX: 351, maxY: 400))
    #expect(try RenderRun.pixels(folder["out.dzi"], in: folder).difference(from: part) == nil)
  }

  /// Pictures that can't be read row by row are rendered: filtered, tiled, transparent ones.
  @Test func renderedPicturesAreCut() throws {
    let picture = CoordinatePicture.grid(300, 200)
    let file = try folder.picture("a.png", picture)
    try CutRun.run(file, ["--format", "png"], output: folder["first"])
    try CutRun.run(folder["first.dzi"], ["--format", "png"], output: folder["second"])
    #expect(
      try RenderRun.pixels(folder["second.dzi"], in: folder).difference(from: picture) == nil)
    try CutRun.run(
      file, ["--format", "png", "--filter", "invert"], output: folder["third"])
    let inverted = try RenderRun.pixels(file, ["--filter", "invert"], in: folder)
    #expect(
      try RenderRun.pixels(folder["third.dzi"], in: folder).difference(from: inverted) == nil)
  }

  @Test func transparencyIsKept() throws {
    let picture = PixelGrid(
      width: 300, height: 260,
      color: { x, y in UInt32(x % 256) << 24 | UInt32(y % 256) << 16 | 0x4020 })
    let file = try folder.picture("a.png", picture)
    try CutRun.run(file, ["--format", "png"], output: folder["out"])
    let seen = try RenderRun.pixels(folder["out.dzi"], in: folder)
    #expect(seen.difference(from: try RenderRun.pixels(file, in: folder)) == nil)
  }

  @Test func mapAndRowColumnTilesHaveTheirNames() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(300, 200))
    try CutRun.run(file, ["--layout", "xyz", "--format", "png"], output: folder["map"])
    #expect(
      try CutRun.files(below: folder["map"]).keys.sorted() == [
        "0/0/0.png", "1/0/0.png", "1/1/0.png",
      ])
    try CutRun.run(file, ["--layout", "rowcol", "--format", "png"], output: folder["rows"])
    #expect(
      try CutRun.files(below: folder["rows"]).keys.sorted() == [
        "rows_1000_0_0.png", "rows_1000_1_0.png", "rows_500_0_0.png",
      ])
  }
}

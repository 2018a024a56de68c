import Decoding
import Filters
import Geometry
import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// `fresnel render` of pictures too wide for whole rows: memory use does not grow with the width.
@Suite struct WideRenderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The memory budget of a rendering: a piece's slots, textures and pixels are 132 MiB each, and
  /// software GL drivers take some 90 MiB.
  private static let budget = 640 << 20
  /// The budget of the viewer and its decoders together, in which shared slots count twice.
  private static let wholeBudget = 1 << 30

  /// Bands of 256 whole rows would take three times the budget for the first; the second has the
  /// largest width that decoders accept at three bytes per pixel.
  ///
  /// `FRESNEL_WIDE_TEST=256` gives it that many rows, which takes many minutes in a debug build;
  /// only the memory use is checked then.
  private static let sizes = [
    PixelSize(width: 600_000, height: 256), PixelSize(width: 14_900_000, height: rows),
  ]
  private static let rows = getenv("FRESNEL_WIDE_TEST").flatMap { Int(String(cString: $0)) } ?? 3

  @Test(arguments: sizes) func aWidePictureIsRenderedInPieces(size: PixelSize) throws {
    let file = folder["wide.png"]
    try WidePNG.write(size, to: file)
    let output = folder["out.png"]
    let (peak, whole) = try peakBytes(of: file, to: output)
    #expect(peak <= Self.budget, "\(peak >> 20) MiB")
    #expect(peak > 32 << 20, "it was measured")
    if size.width > 10_000_000 {
      let row = SoakRow("rows of a picture of \(size.width) columns", target: 256, sample: 3)
      row.done(size.height)
      row.check(peak <= Self.budget, "the viewer takes more than its budget")
      row.remark("MiB \(peak >> 20), with decoders \(whole >> 20)")
      row.report()
      // At four bytes per pixel its rows exceed what a decoder accepts, so libpng reads them here.
      guard size.height <= 16 else { return }
      let written = try PixelGrid(png: output)
      #expect(written.size == size)
      for x in stride(from: 0, to: size.width, by: 997) {
        try #require(written[x, size.height - 1] == WidePNG.color(x), "column \(x)")
      }
      return
    }
    // A decoder's part grows with the width: its cached bands are whole rows (decision 0058).
    #expect(whole <= Self.wholeBudget, "\(whole >> 20) MiB with the decoders")
    for center in [100, 131_070, size.width / 2, size.width - 20] {
      let part = ["--size", "40x30", "--zoom", "1", "--center", "\(center),100"]
      let found = try RenderRun.pixels(output, part, in: folder)
      let expected = PixelGrid(
        width: 40, height: 30, color: { x, _ in WidePNG.color(center - 20 + x) })
      #expect(found.difference(from: expected) == nil, "around column \(center)")
    }
  }

  @Test func aWideDrawingIsRenderedInPieces() throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="400000" height="40">
      <rect width="400000" height="40" fill="#208040"/>
      <rect x="399980" width="20" height="40" fill="#f00000"/></svg>
      """
    let file = try folder.file("wide.svg", Array(drawing.utf8))
    let output = folder["out.png"]
    let (peak, whole) = try peakBytes(of: file, to: output, ["--zoom", "2"])
    #expect(peak <= Self.budget, "\(peak >> 20) MiB")
    #expect(whole <= Self.wholeBudget, "\(whole >> 20) MiB with the decoders")
    let part = ["--size", "80x30", "--zoom", "1", "--center", "799960,40"]
    let found = try RenderRun.pixels(output, part, in: folder)
    let expected = PixelGrid(
      width: 80, height: 30, color: { x, _ in x < 40 ? 0xFF20_8040 : 0xFFF0_0000 })
    #expect(found.difference(from: expected) == nil)
  }

  private static let cuts: [(bytes: Int, tiles: Int, edge: Int)] = [
    (100_000, 512, 100), (100_000, 2, 64), (20_000, 1, 300), (4000, 1, 17),
  ]

  /// A picture rendered in very small pieces has the same pixels as one rendered in rows.
  @Test(arguments: cuts, [1.0, 3, 0.4])
  func piecesEqualRows(
    cut: (bytes: Int, tiles: Int, edge: Int), scale: Double
  ) throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(700, 300))
    var limits = RenderBands.Limits()
    limits.bytes = cut.bytes
    limits.tiles = cut.tiles
    limits.edge = cut.edge
    limits.rows = 40
    let rows = try grid(of: file, scale: scale, RenderBands.Limits())
    let pieces = try grid(of: file, scale: scale, limits)
    #expect(rows.size.width == Int(700 * scale))
    #expect(pieces.difference(from: rows) == nil)
  }

  /// Filters that read neighbouring pixels read beyond the piece.
  @Test func filteredPiecesHaveNoSeams() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(700, 300))
    var limits = RenderBands.Limits()
    (limits.bytes, limits.tiles, limits.edge, limits.rows) = (30_000, 2, 90, 40)
    let filters = try NamedFilters(commandLine: "sharpen(0.7)").chain
    let rows = try grid(of: file, scale: 1, RenderBands.Limits(), filters)
    #expect(try grid(of: file, scale: 1, limits, filters).difference(from: rows) == nil)
  }

  /// Rows that are taken one after the other are complete.
  @Test func bandsOfPiecesAreComplete() throws {
    let picture = CoordinatePicture.grid(700, 300)
    let file = try folder.picture("a.png", picture)
    var limits = RenderBands.Limits()
    (limits.bytes, limits.edge, limits.rows) = (30_000, 90, 40)
    let job = try job(file, limits)
    var words: [UInt32] = []
    try job.forEachBand(
      { (info) in .whole(info.size) }, mostTiles: { _ in 2 },
      { (rows, size) in
        #expect(rows.count == size.width * size.height * 4 && rows.count <= 30_000)
        for index in stride(from: 0, to: rows.count, by: 4) {
          words.append(
            0xFF00_0000 | UInt32(rows[index]) << 16 | UInt32(rows[index + 1]) << 8
              | UInt32(rows[index + 2]))
        }
      })
    #expect(PixelGrid(size: picture.size, words: words).difference(from: picture) == nil)
  }

  private func job(
    _ file: String, _ limits: RenderBands.Limits, _ filters: FilterChain = FilterChain()
  ) throws -> RenderJob {
    let descriptor = try FileDescriptor.openForReading(Array(file.utf8))
    return RenderJob(
      name: "a", file: try OpenedPicture(descriptor), filters: filters, limits: limits)
  }

  private func grid(
    of file: String, scale: Double, _ limits: RenderBands.Limits,
    _ filters: FilterChain = FilterChain()
  ) throws -> PixelGrid {
    let output = folder["grid-\(limits.bytes).png"]
    _ = try job(file, limits, filters).write(
      { (info) throws(UserError) in
        RenderView(try RenderRequest(zoom: .scale(scale)).viewport(of: info.extent))
      }, to: .replacing(Array(output.utf8)))
    return try PixelGrid(png: output)
  }

  /// The peak memory use of the viewer's process, and of it with its decoders, in bytes.
  private func peakBytes(
    of file: String, to output: String, _ options: [String] = []
  ) throws -> (viewer: Int, whole: Int) {
    let process = try RenderRun.start(file, options, output: output)
    let family = ProcessFamily(process.pid)
    var peaks = (viewer: 0, whole: 0)
    while process.isRunning {
      peaks.viewer = max(peaks.viewer, ProcessFamily.peakBytes(of: process.pid))
      let together = family.members.reduce(0) { $0 + ProcessFamily.peakBytes(of: $1) }
      peaks.whole = max(peaks.whole, together)
      usleep(10_000)
    }
    #expect(process.wait(limit: 0) == .status(0), "\(process.standardError)")
    return peaks
  }
}

/// A wide PNG whose rows are all equal: one row is compressed once, and repeated in the file.
enum WidePNG {
  /// The colour of a column.
  static func color(_ x: Int) -> UInt32 {
    let step = UInt32(truncatingIfNeeded: x / 16 &* 2_654_435_761)
    return 0xFF00_0000 | step >> 8 & 0xFF_FF00 | UInt32(x >> 16 & 0xFF)
  }

  /// Writes the file.
  static func write(_ size: PixelSize, to path: String) throws {
    var row: [UInt8] = [0]
    row.reserveCapacity(size.width * 3 + 1)
    for x in 0..<size.width {
      let color = color(x)
      row.append(UInt8(truncatingIfNeeded: color >> 16))
      row.append(UInt8(truncatingIfNeeded: color >> 8))
      row.append(UInt8(truncatingIfNeeded: color))
    }
    var packed: [UInt8] = []
    let rowSum = row.withUnsafeBufferPointer { bytes in
      _ = DeflatedPieces()?.add(bytes, to: &packed)
      return Adler32(bytes)
    }
    var sum = Adler32()
    for _ in 0..<size.height { sum.append(rowSum) }
    let chunk = RawPNG.chunk("IDAT", packed)
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    func put(_ bytes: [UInt8]) { fwrite(bytes, 1, bytes.count, file) }
    put([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    put(RawPNG.chunk("IHDR", RawPNG.big(size.width) + RawPNG.big(size.height) + [8, 2, 0, 0, 0]))
    put(RawPNG.chunk("IDAT", DeflatedPieces.header))
    for _ in 0..<size.height { put(chunk) }
    put(RawPNG.chunk("IDAT", DeflatedPieces.end + RawPNG.big(Int(sum.value))))
    put(RawPNG.chunk("IEND", []))
  }
}

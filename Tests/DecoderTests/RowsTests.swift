import CJPEG
import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Rows of the whole picture, a few at a time: the same pixels as in its tiles.
@Suite struct RowsTests {
  private static let size = PixelSize(width: 300, height: 211)
  private static let samples = JPEGPixelTests.scene(width: 300, height: 211)

  private static func jpeg(exif: [UInt8] = [], isProgressive: Bool = false) -> PictureFile {
    var options = fresnel_jpeg_options()
    options.width = UInt32(size.width)
    options.height = UInt32(size.height)
    options.color = FRESNEL_JPEG_YCBCR
    options.quality = 90
    options.horizontal = 2
    options.vertical = 2
    options.is_progressive = isProgressive
    return .jpeg(samples, options, exif: exif)
  }

  private static let png = PictureFile.png(
    (0..<300 * 211 * 4).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }, width: 300, height: 211,
    channels: 4)

  /// All rows, `rows` at a time, alternating between slots.
  private func whole(_ client: DecoderClient, rows: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for (turn, first) in stride(from: 0, to: Self.size.height, by: rows).enumerated() {
      bytes += try client.rows(
        first..<min(first + rows, Self.size.height), columns: 0..<Self.size.width, slot: turn % 3
      ).bytes
    }
    return bytes
  }

  @Test(arguments: [1, 16, 50, 211])
  func rowsEqualThePixelsOfTiles(rows: Int) throws {
    let files: [(DecoderClient.Format, PictureFile)] = [
      (.jpeg, Self.jpeg()), (.jpeg, Self.jpeg(isProgressive: true)), (.png, Self.png),
    ]
    for (format, file) in files {
      let client = try DecoderClient(format, file)
      let size = try client.open().size
      let tiles = try client.pixels(of: Level(size: size))
      #expect(try whole(client, rows: rows) == tiles.bytes, "\(format)")
      // Tiles between rows take over the codec; the rows begin another pass where they left off.
      let upper = try client.rows(0..<20, columns: 0..<size.width)
      #expect(try client.pixels(of: Level(size: size)) == tiles)
      let lower = try client.rows(20..<40, columns: 0..<size.width)
      #expect(Array(tiles.bytes.prefix(40 * size.width * 4)) == upper.bytes + lower.bytes)
    }
  }

  @Test func partsOfRowsEqualThosePixels() throws {
    let client = try DecoderClient(.jpeg, Self.jpeg())
    _ = try client.open()
    let level = Level(size: Self.size)
    let part = PixelRect(minX: 101, minY: 37, maxX: 160, maxY: 90)
    let expected = try client.pixels(of: level, in: part)
    let upper = try client.rows(37..<60, columns: 101..<160)
    // Skips some rows.
    let lower = try client.rows(80..<90, columns: 101..<160)
    #expect(Array(expected.bytes.prefix(upper.bytes.count)) == upper.bytes)
    #expect(Array(expected.bytes.suffix(lower.bytes.count)) == lower.bytes)
  }

  @Test func aTurnedPictureHasNoRows() throws {
    let onItsSide = Exif.block(orientation: 6, isLittle: true)
    let client = try DecoderClient(.jpeg, Self.jpeg(exif: onItsSide))
    _ = try client.open()
    let failure = #expect(throws: CodecError.self) {
      try client.rows(0..<8, columns: 0..<100)
    }
    #expect(failure?.code == .unsupported)
    // The decoder survives.
    _ = try client.pixels(of: Level(size: Self.size.transposed))
  }

  @Test(arguments: [(0..<212, 0..<8, 0), (0..<8, 0..<301, 0), (0..<211, 0..<300, 64)])
  func rowsOutsideThePictureEndTheProcess(rows: Range<Int>, columns: Range<Int>, slot: Int) throws {
    let client = try DecoderClient(.jpeg, Self.jpeg())
    _ = try client.open()
    let failure = #expect(throws: CodecError.self) {
      try client.rows(rows, columns: columns, slot: slot)
    }
    #expect(failure?.code == .other)
  }

  @Test func rowsLargerThanASlotAreRefused() throws {
    let samples = [UInt8](repeating: 9, count: 900 * 600 * 3)
    let client = try DecoderClient(
      .png, .png(samples, width: 900, height: 600, channels: 3))
    _ = try client.open()
    #expect(throws: CodecError.self) { try client.rows(0..<600, columns: 0..<900) }
  }
}

import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Radiance's pictures in every orientation and packing.
@Suite struct RadianceTests {
  private static let (width, height) = (21, 13)

  /// A pixel of the upright picture: the mantissas encode the position; exponent 128 is one half.
  private static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(x * 12), UInt8(y * 19), 128, 128]
  }

  /// A file whose scanlines run along one axis and follow each other along another.
  private static func file(
    _ rows: String, _ columns: String, format: String = "32-bit_rle_rgbe",
    pack: ([[UInt8]]) -> [UInt8] = { $0.flatMap { $0 } }
  ) -> [UInt8] {
    func count(_ axis: String) -> Int { axis.hasSuffix("Y") ? height : width }
    // Upwards along +Y, to the left along -X.
    func place(_ axis: String, _ index: Int) -> Int {
      axis == "-Y" || axis == "+X" ? index : count(axis) - 1 - index
    }
    let header =
      "#?RADIANCE\n# made by a test\nEXPOSURE=2.0\nFORMAT=\(format)\n\n"
      + "\(rows) \(count(rows)) \(columns) \(count(columns))\n"
    return Array(header.utf8)
      + (0..<count(rows)).flatMap { row in
        pack(
          (0..<count(columns)).map { column in
            let (first, second) = (place(rows, row), place(columns, column))
            return rows.hasSuffix("Y") ? pixel(second, first) : pixel(first, second)
          })
      }
  }

  private func code(_ mantissa: UInt8) -> UInt8 {
    SmallFormatWriter().shownCode(Float(mantissa) / 256)
  }

  private func check(_ file: [UInt8], _ what: String) throws {
    let (info, pixels) = try DecoderClient.decode(.classic, PictureFile(file))
    try #require(info.size == PixelSize(width: Self.width, height: Self.height), "\(what)")
    for (x, y) in [(0, 0), (20, 0), (0, 12), (20, 12), (5, 9)] {
      let wanted = Self.pixel(x, y)[..<3].map { code($0) } + [255]
      #expect(
        zip(pixels.pixel(x, y), wanted).allSatisfy { abs(Int($0) - Int($1)) <= 1 },
        "\(what) at \(x), \(y): \(pixels.pixel(x, y)), not \(wanted)")
    }
  }

  @Test(arguments: [
    ("-Y", "+X"), ("-Y", "-X"), ("+Y", "+X"), ("+Y", "-X"), ("+X", "-Y"), ("+X", "+Y"),
    ("-X", "-Y"), ("-X", "+Y"),
  ])
  func orientationsAreApplied(_ rows: String, _ columns: String) throws {
    try check(Self.file(rows, columns), rows + columns)
  }

  /// The older runs: three ones and a count, and further ones for its higher bytes.
  @Test func olderRunsDecode() throws {
    let header = "#?RGBE\nFORMAT=32-bit_rle_rgbe\n\n-Y 3 +X 700\n"
    let line: [UInt8] = [10, 20, 30, 128, 1, 1, 1, 0xBA, 1, 1, 1, 2, 200, 9, 9, 128]
    let bytes = Array(header.utf8) + line + line + line
    let (info, pixels) = try DecoderClient.decode(.classic, PictureFile(bytes))
    #expect(info.size == PixelSize(width: 700, height: 3))
    // 1 pixel, runs of 186 and 512 of the same colour, and the last pixel.
    #expect(pixels.pixel(698, 1) == [code(10), code(20), code(30), 255])
    #expect(pixels.pixel(699, 2) == [code(200), code(9), code(9), 255])
  }

  /// Equal amounts of X, Y and Z are white in Radiance's own primaries.
  @Test func tristimulusValuesDecode() throws {
    let file = Self.file("-Y", "+X", format: "32-bit_rle_xyze") { pixels in
      pixels.flatMap { _ in [UInt8](arrayLiteral: 100, 100, 100, 128) }
    }
    let pixel = try DecoderClient.decode(.classic, PictureFile(file)).1.pixel(4, 4)
    #expect(pixel.prefix(3).allSatisfy { abs(Int($0) - Int(code(100))) <= 1 }, "\(pixel)")
  }

  @Test func truncatedFilesShowTheirRows() throws {
    let bytes = Self.file("-Y", "+X")
    let client = try DecoderClient(.classic, PictureFile(Array(bytes.dropLast(300))))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(client.missing == ["the file ends too early: the rest of the picture is missing"])
    #expect(pixels.pixel(20, 0)[0] == code(240) && pixels.pixel(20, 12)[0] == 0)
  }

  @Test func runsPastTheRowAreDamage() throws {
    let header = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 20\n"
    let bytes = Array(header.utf8) + [2, 2, 0, 20, 128 + 21, 7] + [UInt8](repeating: 9, count: 200)
    let client = try DecoderClient(.classic, PictureFile(bytes))
    let info = try client.open()
    _ = try client.pixels(of: Level(size: info.size))
    #expect(client.missing == ["the file is damaged: the rest of the picture is missing"])
  }
}

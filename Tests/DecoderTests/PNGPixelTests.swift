import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// PNG files of every kind, compared with the samples that were written.
@Suite struct PNGPixelTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var colorType: Int
    var depth: Int
    var isInterlaced: Bool
    var testDescription: String {
      "colour type \(colorType), \(depth) bits\(isInterlaced ? ", interlaced" : "")"
    }
  }

  static let kinds: [Kind] = {
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    return depths.sorted { $0.key < $1.key }.flatMap { type, depths in
      depths.flatMap { depth in
        [false, true].map { Kind(colorType: type, depth: depth, isInterlaced: $0) }
      }
    }
  }()

  /// A sample scaled to 8 bits.
  private static func to8(_ value: Int, _ depth: Int) -> Int {
    let most = (1 << depth) - 1
    return (value * 255 * 2 + most) / (2 * most)
  }

  private static func premultiplied(_ value: Int, _ alpha: Int) -> Int {
    (value * alpha * 2 + 255) / 510
  }

  private static let palette: [[Int]] = (0..<256).map { [$0 * 7 % 256, 255 - $0, $0 * 31 % 256] }

  private static func samples(_ png: RawPNG) -> [Int] {
    var numbers = SeededNumbers(seed: UInt64(png.colorType * 100 + png.depth))
    return (0..<png.width * png.height * png.channels).map { _ in
      Int.random(in: 0..<1 << png.depth, using: &numbers)
    }
  }

  /// Straight RGBA of a pixel.
  private static func rgba(_ png: RawPNG, _ samples: ArraySlice<Int>) -> [Int] {
    if png.colorType == 3 { return palette[samples[samples.startIndex]] + [255] }
    let values = samples.map { to8($0, png.depth) }
    switch png.colorType {
    case 0: return [values[0], values[0], values[0], 255]
    case 2: return values + [255]
    case 4: return [values[0], values[0], values[0], values[1]]
    default: return values
    }
  }

  private static func expectation(_ png: RawPNG, _ samples: [Int]) -> Pixels {
    var pixels = Pixels(size: PixelSize(width: png.width, height: png.height))
    for index in 0..<png.width * png.height {
      let color = rgba(png, samples[index * png.channels..<(index + 1) * png.channels])
      for channel in 0..<3 {
        pixels.bytes[index * 4 + channel] = UInt8(premultiplied(color[channel], color[3]))
      }
      pixels.bytes[index * 4 + 3] = UInt8(color[3])
    }
    return pixels
  }

  @Test(arguments: kinds) func pixelsEqualTheSamples(_ kind: Kind) throws {
    var png = RawPNG(
      width: 37, height: 23, colorType: kind.colorType, depth: kind.depth,
      isInterlaced: kind.isInterlaced)
    if kind.colorType == 3 {
      let bytes = Self.palette[..<(1 << kind.depth)].flatMap { $0.map { UInt8($0) } }
      png.chunks = [("PLTE", bytes)]
    }
    let samples = Self.samples(png)
    let (info, pixels) = try DecoderClient.decode(.png, PictureFile(png.file(samples)))
    #expect(info.size == PixelSize(width: 37, height: 23))
    #expect(info.hasAlpha == (kind.colorType >= 4))
    let expected = Self.expectation(png, samples)
    if kind.colorType >= 4 {
      #expect(pixels.difference(expected) <= 1)
    } else {
      #expect(pixels == expected)
    }
  }

  @Test func oneGreyIsTransparent() throws {
    var png = RawPNG(width: 4, height: 1, colorType: 0, depth: 4)
    png.chunks = [("tRNS", [0, 5])]
    let (info, pixels) = try DecoderClient.decode(.png, PictureFile(png.file([5, 4, 15, 5])))
    #expect(info.hasAlpha)
    #expect(pixels.bytes == [0, 0, 0, 0, 68, 68, 68, 255, 255, 255, 255, 255, 0, 0, 0, 0])
  }

  @Test func oneColorIsTransparentAt16Bits() throws {
    var png = RawPNG(width: 2, height: 1, colorType: 2, depth: 16)
    png.chunks = [("tRNS", [1, 2, 3, 4, 5, 6])]
    // They differ only in the lowest bit, which 8 bits couldn't distinguish.
    let samples = [0x0102, 0x0304, 0x0506, 0x0102, 0x0304, 0x0507]
    let (_, pixels) = try DecoderClient.decode(.png, PictureFile(png.file(samples)))
    #expect(pixels.pixel(0, 0) == [0, 0, 0, 0])
    #expect(pixels.pixel(1, 0) == [1, 3, 5, 255])
  }

  @Test func paletteEntriesHaveTheirAlpha() throws {
    var png = RawPNG(width: 3, height: 1, colorType: 3, depth: 2)
    png.chunks = [("PLTE", [200, 100, 50, 10, 20, 30, 255, 255, 255]), ("tRNS", [128, 0])]
    let (info, pixels) = try DecoderClient.decode(.png, PictureFile(png.file([0, 1, 2])))
    #expect(info.hasAlpha)
    let expected: [Int] = [100, 50, 25, 128, 0, 0, 0, 0, 255, 255, 255, 255]
    for (value, wanted) in zip(pixels.bytes, expected) { #expect(abs(Int(value) - wanted) <= 1) }
  }

  @Test(arguments: [45455, 100000, 35000, 55000]) func gammaApplies(_ gamma: Int) throws {
    var png = RawPNG(width: 256, height: 1, colorType: 0, depth: 8)
    png.chunks = [("gAMA", RawPNG.big(gamma))]
    let (_, pixels) = try DecoderClient.decode(.png, PictureFile(png.file(Array(0..<256))))
    for value in 0..<256 {
      let light = pow(Double(value) / 255, 100000 / Double(gamma))
      let encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      let expected = gamma == 45455 ? value : Int((255 * encoded).rounded())
      #expect(abs(Int(pixels.bytes[value * 4]) - expected) <= 1, "\(value)")
    }
  }

  @Test func sRGBOverridesGamma() throws {
    var png = RawPNG(width: 256, height: 1, colorType: 0, depth: 8)
    png.chunks = [("gAMA", RawPNG.big(100000)), ("sRGB", [0])]
    let (_, pixels) = try DecoderClient.decode(.png, PictureFile(png.file(Array(0..<256))))
    #expect((0..<256).allSatisfy { Int(pixels.bytes[$0 * 4]) == $0 })
  }

  @Test func theExifOrientationApplies() throws {
    var png = RawPNG(width: 3, height: 2, colorType: 0, depth: 8)
    png.chunks = [("eXIf", Exif.block(orientation: 6, isLittle: false))]
    let file = PictureFile(png.file([10, 20, 30, 40, 50, 60]))
    let (info, pixels) = try DecoderClient.decode(.png, file)
    #expect(info.size == PixelSize(width: 2, height: 3))
    #expect(info.orientation == Orientation(exif: 6))
    #expect((0..<6).map { pixels.bytes[$0 * 4] } == [40, 10, 50, 20, 60, 30])
  }

  @Test(arguments: [false, true]) func aTruncatedFileShowsItsRows(hasAlpha: Bool) throws {
    let png = RawPNG(width: 300, height: 400, colorType: hasAlpha ? 6 : 2, depth: 8)
    let samples = Self.samples(png)
    let whole = png.file(samples)
    let all = Self.expectation(png, samples)
    let client = try DecoderClient(.png, PictureFile(Array(whole.prefix(whole.count / 2))))
    let pixels = try client.pixels(of: Level(size: try client.open().size))
    #expect(client.missing.count == 1 && client.missing[0].contains("ends too early"))
    let rowBytes = 300 * 4
    func isWhole(_ row: Int) -> Bool {
      let range = row * rowBytes..<(row + 1) * rowBytes
      return pixels.bytes[range].elementsEqual(all.bytes[range])
    }
    let rows = (0..<400).prefix(while: isWhole).count
    #expect(rows > 60 && rows < 390, "\(rows) rows")
    let blank: [UInt8] = hasAlpha ? [0, 0, 0, 0] : [0, 0, 0, 255]
    for row in rows + 2..<400 { #expect(pixels.pixel(150, row) == blank, "row \(row)") }
  }

  @Test func aTruncatedInterlacedFileShowsItsSweeps() throws {
    let png = RawPNG(width: 64, height: 64, colorType: 2, depth: 8, isInterlaced: true)
    let samples = Self.samples(png)
    let whole = png.file(samples)
    let client = try DecoderClient(.png, PictureFile(Array(whole.prefix(whole.count * 7 / 10))))
    let pixels = try client.pixels(of: Level(size: try client.open().size))
    #expect(client.missing.count == 1)
    // The first pass has every eighth pixel of every eighth row.
    let all = Self.expectation(png, samples)
    for y in stride(from: 0, to: 64, by: 8) {
      for x in stride(from: 0, to: 64, by: 8) { #expect(pixels.pixel(x, y) == all.pixel(x, y)) }
    }
  }

  @Test func aFileWithoutItsEndIsComplete() throws {
    let png = RawPNG(width: 50, height: 40, colorType: 2, depth: 8)
    let samples = Self.samples(png)
    let whole = png.file(samples)
    let client = try DecoderClient(.png, PictureFile(Array(whole.dropLast(12))))
    let pixels = try client.pixels(of: Level(size: try client.open().size))
    #expect(pixels == Self.expectation(png, samples))
    #expect(client.missing.count == 1)
  }

  @Test func tilesFromTheMiddleEqualTheWhole() throws {
    for isInterlaced in [false, true] {
      let png = RawPNG(
        width: 1000, height: 900, colorType: 2, depth: 8, isInterlaced: isInterlaced)
      let samples = Self.samples(png)
      let client = try DecoderClient(.png, PictureFile(png.file(samples)))
      let level = Level(size: try client.open().size)
      let all = Self.expectation(png, samples)
      let area = PixelRect(minX: 300, minY: 520, maxX: 700, maxY: 760)
      let part = try client.pixels(of: level, in: area)
      for y in 0..<area.height {
        let start = ((area.minY + y) * 1000 + area.minX) * 4
        let row = part.bytes[y * area.width * 4..<(y + 1) * area.width * 4]
        #expect(row.elementsEqual(all.bytes[start..<start + area.width * 4]), "row \(y)")
      }
    }
  }
}

import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Photoshop's merged pictures: transparency, inks, profiles, and the sentences about damaged ones.
@Suite struct PhotoshopTests {
  private let writer = SmallFormatWriter()

  private func decode(_ bytes: [UInt8]) throws -> (pixels: Pixels, missing: [String]) {
    let client = try DecoderClient(.classic, PictureFile(bytes))
    let info = try client.open()
    try #require(info.size == writer.size)
    return (try client.pixels(of: Level(size: info.size)), client.missing)
  }

  /// Straight pixels, translucent in places: all but the first have medium alpha.
  private func translucent(_ colors: Int) -> [[Int]] {
    let samples = writer.samples(channels: colors)
    return (0..<writer.size.width * writer.size.height).map { pixel in
      samples[pixel * colors..<(pixel + 1) * colors].map { Int($0) }
        + [pixel % 7 == 0 ? 0 : 40 + pixel * 5 % 216]
    }
  }

  /// The data that Photoshop stores for them: colours blended with white, and alpha.
  private func onWhite(_ pixels: [[Int]]) -> [UInt8] {
    pixels.flatMap { pixel -> [UInt8] in
      let alpha = Double(pixel[pixel.count - 1]) / 255
      return pixel.dropLast().map {
        UInt8((Double($0) * alpha + 255 * (1 - alpha)).rounded())
      } + [UInt8(pixel[pixel.count - 1])]
    }
  }

  private func shown(_ pixels: [[Int]]) -> Pixels {
    let straight = pixels.flatMap { pixel -> [UInt8] in
      let color = pixel.count == 2 ? [pixel[0], pixel[0], pixel[0]] : Array(pixel[..<3])
      return (color + [pixel[pixel.count - 1]]).map { UInt8($0) }
    }
    return Pixels(straight: straight, size: writer.size)
  }

  @Test(arguments: [1, 3], [false, true])
  func whiteIsRemovedFromTranslucentColors(_ colors: Int, _ isDeep: Bool) throws {
    let pixels = translucent(colors)
    let bytes = writer.photoshop(
      onWhite(pixels), channels: colors + 1, isDeep: isDeep, mode: colors == 1 ? 1 : 3, layers: -1)
    let (decoded, missing) = try decode(bytes)
    #expect(decoded.difference(shown(pixels)) <= 2)
    #expect(missing.isEmpty)
  }

  /// Inks are stored inverted, so that white paper is the largest number, as in RGB.
  @Test(arguments: [false, true]) func whiteIsRemovedFromTranslucentInks(_ isDeep: Bool) throws {
    let pixels = translucent(4)
    func file(_ samples: [UInt8], _ channels: Int) -> [UInt8] {
      writer.photoshop(
        samples, channels: channels, isDeep: isDeep, mode: 4, layers: channels > 4 ? -1 : 0)
    }
    let (decoded, missing) = try decode(file(onWhite(pixels), 5))
    #expect(missing.isEmpty)
    let opaque = try decode(file(pixels.flatMap { $0.dropLast().map { UInt8($0) } }, 4)).pixels
    let straight = pixels.indices.flatMap { index in
      opaque.bytes[index * 4..<index * 4 + 3] + [UInt8(pixels[index][4])]
    }
    // The smaller alpha is, the coarser an ink's value becomes.
    #expect(decoded.difference(Pixels(straight: straight, size: writer.size)) <= 3)
  }

  @Test func aSavedChannelAfterInksIsNotAlpha() throws {
    let samples = writer.samples(channels: 5)
    let (pixels, _) = try decode(writer.photoshop(samples, channels: 5, mode: 4, layers: 1))
    #expect(stride(from: 3, to: pixels.bytes.count, by: 4).allSatisfy { pixels.bytes[$0] == 255 })
  }

  /// Deflated channels are a single stream; ImageMagick 7 writes one for each.
  @Test(arguments: [true, false]) func deflatedChannelsMayBeOneStreamOrSeveral(isOne: Bool) throws {
    let samples = writer.samples(channels: 3)
    let plain = writer.photoshop(samples, channels: 3)
    let count = writer.size.width * writer.size.height
    let pixels = Array(plain.suffix(count * 3))
    let parts = isOne ? [pixels] : (0..<3).map { Array(pixels[$0 * count..<($0 + 1) * count]) }
    let file = Array(plain.dropLast(count * 3 + 2)) + [0, 2] + parts.flatMap(RawPNG.zlib)
    let (decoded, missing) = try decode(file)
    #expect(try decoded.difference(decode(plain).pixels) == 0)
    #expect(missing.isEmpty)
    #expect(try decode(Array(file.dropLast(count))).missing.count == 1)
  }

  @Test func thePixelOfTheBugReportIsRed() throws {
    let samples = (0..<writer.size.width * writer.size.height).flatMap { _ in
      [UInt8](arrayLiteral: 255, 140, 140, 115)
    }
    let (pixels, _) = try decode(writer.photoshop(samples, channels: 4, layers: -1))
    #expect(pixels.pixel(9, 9) == [115, 0, 0, 115])
  }

  /// Colours darker than blending with white allows were never blended with it.
  @Test func colorsNeverBlendedWithWhiteAreKept() throws {
    let pixels = translucent(3)
    let samples = pixels.flatMap { $0.map { UInt8($0) } }
    let (decoded, _) = try decode(writer.photoshop(samples, channels: 4, layers: -1))
    #expect(decoded.difference(shown(pixels)) <= 1)
  }

  @Test(arguments: [0, 1]) func aSavedChannelIsNotAlpha(_ layers: Int) throws {
    let samples = writer.samples(channels: 4)
    let (pixels, _) = try decode(writer.photoshop(samples, channels: 4, layers: layers))
    let opaque = stride(from: 0, to: samples.count, by: 4).flatMap { samples[$0..<$0 + 3] + [255] }
    #expect(pixels.difference(Pixels(straight: opaque, size: writer.size)) == 0)
  }

  @Test func oneIndexIsTransparent() throws {
    let numbers = writer.samples(channels: 1)
    let table = (0..<768).map { UInt8($0 & 255) }
    let bytes = writer.photoshop(
      numbers, channels: 1, mode: 2,
      resources: SmallFormatWriter.resource(1047, [0, numbers[50]]), table: table)
    let straight = numbers.flatMap { number -> [UInt8] in
      [number, number, number, number == numbers[50] ? 0 : 255]
    }
    let (pixels, _) = try decode(bytes)
    #expect(pixels.difference(Pixels(straight: straight, size: writer.size)) == 0)
  }

  /// Inks without known names: cyan, magenta, yellow, then black; a single one is grey.
  @Test(arguments: [1, 3, 4, 5]) func multichannelFilesAreNotNegatives(_ channels: Int) throws {
    let inks = writer.samples(channels: channels)
    let straight = stride(from: 0, to: inks.count, by: channels).flatMap { start -> [UInt8] in
      let black = channels > 3 ? Int(inks[start + 3]) : 255
      return (0..<3).map { channel in
        UInt8((Double(Int(inks[start + (channels == 1 ? 0 : channel)]) * black) / 255).rounded())
      } + [255]
    }
    let (pixels, _) = try decode(writer.photoshop(inks, channels: channels, mode: 7))
    #expect(pixels.difference(Pixels(straight: straight, size: writer.size)) <= 1)
  }

  @Test(arguments: [false, true]) func grayProfilesApply(_ isDeep: Bool) throws {
    // A linear curve.
    let profile = GrayProfile.linear
    let samples = [UInt8](repeating: 55, count: writer.size.width * writer.size.height)
    let bytes = writer.photoshop(
      samples, channels: 1, isDeep: isDeep, mode: 1,
      resources: SmallFormatWriter.profileResource(profile))
    let expected = writer.shown([55.0 / 255], channels: 1).prefix(1)
    let (pixels, _) = try decode(bytes)
    #expect(abs(Int(pixels.pixel(3, 3)[0]) - Int(expected[0])) <= 1)
  }

  @Test(arguments: [false, true]) func largeDocumentsGiveTheSamePixels(_ isRuns: Bool) throws {
    let samples = writer.samples(channels: 3)
    let bytes = writer.photoshop(samples, channels: 3, layers: -1, isLarge: true, isRuns: isRuns)
    let straight = stride(from: 0, to: samples.count, by: 3).flatMap {
      samples[$0..<$0 + 3] + [255]
    }
    let (pixels, missing) = try decode(bytes)
    #expect(pixels.difference(Pixels(straight: straight, size: writer.size)) == 0)
    #expect(missing.isEmpty)
  }

  /// Channels after those shown may be missing.
  @Test func completeFilesReportNothingMissing() throws {
    let bytes = writer.photoshop(writer.samples(channels: 4), channels: 4, isRuns: true)
    #expect(try decode(bytes).missing.isEmpty)
    #expect(try decode(Array(bytes.dropLast(200))).missing.isEmpty)
    let rgb = writer.photoshop(writer.samples(channels: 3), channels: 3)
    #expect(try decode(rgb + [0]).missing.isEmpty)
  }

  @Test(arguments: [false, true]) func truncatedFilesShowTheirRows(_ isRuns: Bool) throws {
    let samples = writer.samples(channels: 3)
    let bytes = writer.photoshop(samples, channels: 3, isRuns: isRuns)
    let (pixels, missing) = try decode(Array(bytes.dropLast(writer.size.width * 5)))
    #expect(
      missing == [
        "the file ends too early or is damaged: parts of the picture are missing"
      ])
    #expect(pixels.pixel(7, 3)[..<3] == samples[(3 * 37 + 7) * 3..<(3 * 37 + 8) * 3])
    #expect(pixels.pixel(7, 23)[..<2] == samples[(23 * 37 + 7) * 3..<(23 * 37 + 7) * 3 + 2])
    #expect(pixels.pixel(7, 23)[2] == 0)
  }

  @Test func aFileWithOnlyLayersGivesASentence() throws {
    let resource = SmallFormatWriter.resource(1057, [0, 0, 0, 1, 0])
    let bytes = writer.photoshop(writer.samples(channels: 3), channels: 3, resources: resource)
    #expect(try decode(bytes).missing.first?.hasPrefix("the file has only layers") == true)
  }

  @Test func theResolutionIsReported() throws {
    let resource = SmallFormatWriter.resource(
      1005, [0, 72, 128, 0, 0, 1, 0, 1, 0, 144, 0, 0, 0, 1, 0, 1])
    let bytes = writer.photoshop(writer.samples(channels: 3), channels: 3, resources: resource)
    let info = try DecoderClient(.classic, PictureFile(bytes)).open()
    #expect(info.resolution == Point(x: 72.5, y: 144))
  }
}

/// Grey profiles.
private enum GrayProfile {
  /// A profile with linear samples.
  static var linear: [UInt8] {
    func number(_ value: Int) -> [UInt8] { LongTailWriter.big(value, 4) }
    let white = Array("XYZ ".utf8) + number(0) + number(0xF6D6) + number(0x10000) + number(0xD32D)
    let curve = Array("curv".utf8) + number(0) + number(0)
    let tags = [("wtpt", white), ("kTRC", curve)]
    var data: [UInt8] = []
    var table = number(tags.count)
    for (name, bytes) in tags {
      table += Array(name.utf8) + number(128 + 4 + 24 + data.count) + number(bytes.count)
      data += bytes
    }
    let header =
      number(128 + table.count + data.count) + number(0) + number(0x0210_0000)
      + Array("mntrGRAYXYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
      + [UInt8](repeating: 0, count: 28) + number(0xF6D6) + number(0x10000) + number(0xD32D)
      + [UInt8](repeating: 0, count: 48)
    return header + table + data
  }
}

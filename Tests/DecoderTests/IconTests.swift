import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Kinds of icons, each compared with what was written to its file.
@Suite struct IconTests {
  private let writer = LongTailWriter(width: 37, height: 23)

  private func decode(_ bytes: [UInt8], page: Int = 0) throws -> (SourceInfo, Pixels) {
    let client = try DecoderClient(.classic, PictureFile(bytes))
    let info = try client.open(frame: page)
    return (info, try client.pixels(of: Level(size: info.size)))
  }

  private func difference(_ bytes: [UInt8], _ samples: [UInt8]) throws -> Int {
    let (info, pixels) = try decode(bytes)
    try #require(info.size == writer.size)
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  /// 32 bits per pixel from the bottom, with the given alpha.
  private func body(_ samples: [UInt8], alpha: @escaping (Int) -> UInt8?) -> (Int) -> [UInt8] {
    { y in
      var row: [UInt8] = []
      for pixel in y * 37..<(y + 1) * 37 {
        for channel in [2, 1, 0] { row.append(samples[pixel * 4 + channel]) }
        row.append(alpha(pixel) ?? samples[pixel * 4 + 3])
      }
      return row
    }
  }

  private func masked(_ samples: [UInt8], _ mask: [Int]) -> [UInt8] {
    var samples = samples
    for (pixel, isNothing) in mask.enumerated() where isNothing == 1 { samples[pixel * 4 + 3] = 0 }
    return samples
  }

  @Test func theMaskReplacesAnAllZeroAlpha() throws {
    let samples = writer.samples()
    let mask = writer.numbers(below: 3).map { $0 == 1 ? 1 : 0 }
    let icon = writer.icon(bits: 32, mask: mask, body(samples) { _ in 0 })
    #expect(try difference(LongTailWriter.icon([icon]), masked(samples, mask)) == 0)
    // All of it transparent by both alpha and mask: nothing is visible.
    let none = [Int](repeating: 1, count: 37 * 23)
    let empty = writer.icon(bits: 32, mask: none, body(samples) { _ in 0 })
    #expect(try difference(LongTailWriter.icon([empty]), masked(samples, none)) == 0)
    // With alpha, the mask is ignored.
    let translucent = writer.samples(isOpaque: false)
    let both = writer.icon(bits: 32, mask: none, body(translucent) { _ in nil })
    #expect(try difference(LongTailWriter.icon([both]), translucent) <= 1)
  }

  @Test func picturesWithAlphaMayHaveNoMask() throws {
    let samples = writer.samples(isOpaque: false)
    var icon = writer.icon(
      bits: 32, mask: [Int](repeating: 1, count: 37 * 23), body(samples) { _ in nil })
    icon.body.removeLast(8 * 23)
    #expect(try difference(LongTailWriter.icon([icon]), samples) <= 1)
  }

  @Test func aHeightMayExcludeTheMask() throws {
    let samples = writer.samples(isOpaque: false)
    var icon = writer.icon(
      bits: 32, mask: [Int](repeating: 0, count: 37 * 23), body(samples) { _ in nil })
    icon.body.removeLast(8 * 23)
    icon.body.replaceSubrange(8..<12, with: LongTailWriter.little(23, 4))
    var bytes = LongTailWriter.icon([icon])
    bytes[7] = 23
    #expect(try difference(bytes, samples) <= 1)
  }

  @Test func bitmapsWithVersion5HeadersDecode() throws {
    let samples = writer.samples(isOpaque: false)
    var bitmap = BitmapWriter()
    bitmap.headerBytes = 124
    bitmap.bits = 32
    bitmap.compression = 3
    bitmap.masks = [0xFF, 0xFF00, 0xFF0000, 0xFF00_0000]
    var numbers: [Int] = []
    for start in stride(from: 0, to: samples.count, by: 4) {
      var number = 0
      for channel in 0..<4 { number |= Int(samples[start + channel]) << (8 * channel) }
      numbers.append(number)
    }
    var body = Array(bitmap.file(bitmap.rows(numbers)).dropFirst(14))
    body.replaceSubrange(8..<12, with: LongTailWriter.little(46, 4))
    let icon = LongTailWriter.Icon(
      size: writer.size, body: body + [UInt8](repeating: 0, count: 8 * 23))
    #expect(try difference(LongTailWriter.icon([icon]), samples) <= 1)
  }

  @Test func theLargestPictureWithTheMostBitsIsFirst() throws {
    let numbers = writer.numbers(below: 2)
    let palette: [[UInt8]] = [[0, 0, 0], [255, 255, 255]]
    let poor = writer.icon(bits: 1, palette: palette, mask: [Int](repeating: 0, count: 37 * 23)) {
      y in
      writer.packed(numbers[y * 37..<(y + 1) * 37].map { UInt8($0) }, bits: 1)
    }
    let small = LongTailWriter(width: 16, height: 16)
    let rich = writer.samples(isOpaque: false)
    let bytes = LongTailWriter.icon([small.icon(small.samples()), poor, writer.icon(rich)])
    let (info, pixels) = try decode(bytes)
    #expect(info.frameCount == 3)
    #expect(pixels.difference(Pixels(straight: rich, size: writer.size)) <= 1)
    #expect(try decode(bytes, page: 1).1.pixel(0, 0)[3] == 255)
    #expect(try decode(bytes, page: 2).0.size == small.size)
  }

  @Test(arguments: [(0, 1), (0, 16), (2, 8), (2, 16), (3, 4), (4, 8), (6, 16)])
  func embeddedPNGsOfEveryKindDecode(_ colorType: Int, _ depth: Int) throws {
    var png = RawPNG(width: 37, height: 23, colorType: colorType, depth: depth)
    if colorType == 3 {
      png = RawPNG(
        width: 37, height: 23, colorType: 3, depth: depth,
        chunks: [("PLTE", (0..<48).map { UInt8($0 * 5) })])
    }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
    let count = 37 * 23 * channels
    let samples: [Int] = (0..<count).map { ($0 * 2_654_435_761) % (1 << depth) }
    let file = png.file(samples)
    let expected = try DecoderClient.decode(.png, PictureFile(file)).1
    let icon = LongTailWriter.Icon(size: writer.size, body: file)
    let pixels = try decode(LongTailWriter.icon([icon])).1
    #expect(pixels.difference(expected) == 0)
  }

  @Test func damagedPicturesAreSkipped() throws {
    let small = LongTailWriter(width: 16, height: 16)
    let bytes = LongTailWriter.icon([writer.icon(writer.samples()), small.icon(small.samples())])
    // The first one's header is invalid.
    var broken = bytes
    broken.replaceSubrange(38 + 14..<38 + 16, with: [99, 0])
    let (info, pixels) = try decode(broken)
    #expect(info.frameCount == 1 && info.size == small.size)
    #expect(pixels.difference(Pixels(straight: small.samples(), size: small.size)) == 0)
    // Truncated in its picture, it is shown in part.
    let alone = LongTailWriter.icon([small.icon(small.samples())])
    let client = try DecoderClient(.classic, PictureFile(Array(alone.prefix(alone.count / 2))))
    let size = try client.open().size
    let part = try client.pixels(of: Level(size: size))
    #expect(client.missing == ["the file ends too early: the rest of the picture is missing"])
    #expect(
      part.pixel(3, 15) == Pixels(straight: small.samples(), size: small.size).pixel(3, 15))
    #expect(throws: CodecError.self) { try decode(Array(alone.prefix(23))) }
  }
}

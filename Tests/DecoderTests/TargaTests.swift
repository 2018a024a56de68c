import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Kinds of TGA, each compared with the numbers written to its file.
@Suite struct TargaTests {
  private let writer = LongTailWriter(width: 37, height: 23)

  private func decode(_ bytes: [UInt8]) throws -> (Pixels, missing: [String]) {
    let client = try DecoderClient(.classic, PictureFile(bytes))
    let info = try client.open()
    try #require(info.size == writer.size)
    return (try client.pixels(of: Level(size: info.size)), client.missing)
  }

  private func difference(_ bytes: [UInt8], _ samples: [UInt8]) throws -> Int {
    let (pixels, missing) = try decode(bytes)
    #expect(missing.isEmpty)
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  private func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number -> [UInt8] in LongTailWriter.little(number, 2) }
  }

  private func five(_ number: Int) -> [UInt8] {
    [10, 5, 0].map { (shift: Int) -> UInt8 in
      let sample = Double(number >> shift & 31)
      return UInt8((sample * 255 / 31).rounded())
    }
  }

  private let colors: [[UInt8]] = (0..<256).map { (number: Int) -> [UInt8] in
    let red = UInt8(truncatingIfNeeded: number * 37)
    return [red, UInt8(255 - number), UInt8(number ^ 0x5A), UInt8(number)]
  }

  /// The file's pixels, four samples each.
  private func pixels(_ samples: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: samples.count, by: 4).map { start -> [UInt8] in
      Array(samples[start..<start + 4])
    }
  }

  /// Blue first, as in the files.
  private func stored(_ colors: [[UInt8]], alpha: Bool) -> [UInt8] {
    colors.flatMap { color -> [UInt8] in
      let blueFirst = [color[2], color[1], color[0]]
      return alpha ? blueFirst + [color[3]] : blueFirst
    }
  }

  @Test(arguments: [0x20, 0x21]) func theSixteenthBitIsAlphaIfTheHeaderSaysSo(
    _ descriptor: Int
  ) throws {
    let numbers = writer.numbers(below: 65536)
    let expected = numbers.flatMap { number -> [UInt8] in
      let isOpaque = descriptor & 1 == 0 || number & 0x8000 != 0
      return five(number) + [isOpaque ? 255 : 0]
    }
    let bytes = writer.tga(type: 2, bits: 16, descriptor: descriptor, words(numbers))
    #expect(try difference(bytes, expected) <= 1)
    // An alpha bit that no pixel sets is ignored.
    let clear = numbers.map { $0 & 0x7FFF }
    let opaque = clear.flatMap { number -> [UInt8] in five(number) + [255] }
    let file = writer.tga(type: 2, bits: 16, descriptor: descriptor, words(clear))
    #expect(try difference(file, opaque) <= 1)
  }

  @Test(arguments: [0x20, 0x28]) func theFourthByteIsAlphaIfTheHeaderSaysSo(
    _ descriptor: Int
  ) throws {
    let samples = writer.samples(isOpaque: false)
    let pixels = pixels(samples)
    let expected = pixels.flatMap { pixel -> [UInt8] in
      let alpha: UInt8 = descriptor == 0x20 ? 255 : pixel[3]
      return Array(pixel.prefix(3)) + [alpha]
    }
    let bytes = writer.tga(
      type: 2, bits: 32, descriptor: descriptor, stored(pixels, alpha: true))
    #expect(try difference(bytes, expected) <= 1)
  }

  @Test func greyMayHaveAlpha() throws {
    let numbers = writer.numbers(below: 65536)
    let expected = numbers.flatMap { number -> [UInt8] in
      let grey = UInt8(number & 255)
      return [grey, grey, grey, UInt8(number >> 8)]
    }
    let bytes = writer.tga(type: 3, bits: 16, descriptor: 0x28, words(numbers))
    #expect(try difference(bytes, expected) <= 1)
  }

  @Test(arguments: [15, 16, 24, 32]) func palettesMayBeginAtAnyIndex(_ tableBits: Int) throws {
    let numbers = writer.numbers(below: 256)
    let first = 60
    let short: [Int] = (0..<100).map { $0 * 311 }
    let long = Array(colors.prefix(100))
    let hasAlpha = tableBits == 32
    let table = tableBits <= 16 ? words(short) : stored(long, alpha: hasAlpha)
    let expected = numbers.flatMap { number -> [UInt8] in
      let entry = number - first
      guard (0..<100).contains(entry) else { return [0, 0, 0, 255] }
      if tableBits <= 16 { return five(short[entry]) + [255] }
      return Array(long[entry].prefix(3)) + [hasAlpha ? long[entry][3] : 255]
    }
    var bytes = writer.tga(
      type: 1, bits: 8, descriptor: 0x20, table: table, tableBits: tableBits,
      numbers.map { UInt8($0) })
    bytes[3] = UInt8(first)
    #expect(try difference(bytes, expected) <= 1)
  }

  @Test func indicesMayHave16Bits() throws {
    let count = 700
    let numbers = writer.numbers(below: count)
    let codes: [Int] = (0..<count).map { $0 * 41 }
    let table = words(codes)
    let expected = numbers.flatMap { number -> [UInt8] in five(codes[number]) + [255] }
    let bytes = writer.tga(
      type: 1, bits: 16, descriptor: 0x20, table: table, tableBits: 16, words(numbers))
    #expect(try difference(bytes, expected) <= 1)
  }

  @Test func aPaletteAndAnIdentifierMayPrecedeColors() throws {
    let samples = writer.samples()
    let pixels = pixels(samples)
    var bytes = writer.tga(
      type: 2, bits: 24, descriptor: 0x20, table: stored(colors, alpha: false), tableBits: 24,
      stored(pixels, alpha: false))
    let words = Array("made by hand".utf8)
    bytes[0] = UInt8(words.count)
    bytes.insert(contentsOf: words, at: 18)
    #expect(try difference(bytes, samples) == 0)
  }

  @Test(arguments: [0, 0x10, 0x20, 0x30], [false, true])
  func everyCornerMayComeFirst(_ origin: Int, _ isRuns: Bool) throws {
    let samples = writer.samples()
    let all = pixels(samples)
    var rows = (0..<23).map { y -> [[UInt8]] in Array(all[y * 37..<(y + 1) * 37]) }
    if origin & 0x10 != 0 { rows = rows.map { $0.reversed() } }
    if origin & 0x20 == 0 { rows.reverse() }
    let pixels: [[UInt8]] = rows.flatMap { $0 }
    var body: [UInt8] = []
    if isRuns {
      // Packets of 100 literal pixels continue from row to row.
      for start in stride(from: 0, to: pixels.count, by: 100) {
        let part = Array(pixels[start..<min(start + 100, pixels.count)])
        body += [UInt8(part.count - 1)] + stored(part, alpha: false)
      }
    } else {
      body = stored(pixels, alpha: false)
    }
    let bytes = writer.tga(type: isRuns ? 10 : 2, bits: 24, descriptor: origin, body)
    #expect(try difference(bytes, samples) == 0)
  }

  @Test(arguments: [8, 16, 24, 32]) func runsMayContinueInTheNextRow(_ bits: Int) throws {
    let (type, pixel, color): (Int, [UInt8], [UInt8]) =
      switch bits {
      case 8: (11, [77], [77, 77, 77, 255])
      case 16: (10, LongTailWriter.little(0x7C1F, 2), [255, 0, 255, 255])
      case 24: (10, [3, 2, 1], [1, 2, 3, 255])
      default: (10, [3, 2, 1, 255], [1, 2, 3, 255])
      }
    var body: [UInt8] = []
    for start in stride(from: 0, to: 37 * 23, by: 128) {
      body += [0x80 | UInt8(min(128, 37 * 23 - start) - 1)] + pixel
    }
    let bytes = writer.tga(type: type, bits: bits, descriptor: bits == 32 ? 0x28 : 0x20, body)
    let expected = (0..<37 * 23).flatMap { _ -> [UInt8] in color }
    #expect(try difference(bytes, expected) == 0)
  }

  @Test(arguments: [1, 2, 3, 4]) func theFooterDeclaresTheKindOfAlpha(_ attributes: UInt8) throws {
    let bytes = writer.tga(
      type: 2, bits: 32, descriptor: 0x28,
      (0..<37 * 23).flatMap { _ -> [UInt8] in [10, 20, 40, 128] })
    var area = LongTailWriter.little(495, 2) + [UInt8](repeating: 0, count: 493)
    area[494] = attributes
    let footer =
      LongTailWriter.little(bytes.count, 4) + LongTailWriter.little(0, 4)
      + Array("TRUEVISION-XFILE.\0".utf8)
    let pixel = try decode(bytes + area + footer).0.pixel(9, 9)
    let expected: [Int] =
      switch attributes {
      case 1, 2: [40, 20, 10, 255]
      case 3: [20, 10, 5, 128]
      // Premultiplied already.
      default: [40, 20, 10, 128]
      }
    for (channel, wanted) in expected.enumerated() {
      #expect(abs(Int(pixel[channel]) - wanted) <= 1, "\(pixel)")
    }
  }

  @Test(arguments: [false, true]) func aTruncatedFileShowsItsRows(_ isRuns: Bool) throws {
    let samples = writer.samples()
    let bytes = writer.tga(samples, isRuns: isRuns, isTopDown: true)
    let (pixels, missing) = try decode(Array(bytes.prefix(bytes.count / 2)))
    #expect(missing == ["the file ends too early: the rest of the picture is missing"])
    #expect(pixels.pixel(5, 3) == Pixels(straight: samples, size: writer.size).pixel(5, 3))
    // Missing rows are transparent, as in other bitmaps, not black.
    #expect(pixels.pixel(5, writer.size.height - 1) == [0, 0, 0, 0])
    for count in [2, 17, 18] {
      #expect(throws: CodecError.self) { try decode(Array(bytes.prefix(count))) }
    }
  }
}

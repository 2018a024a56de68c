import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Kinds of BMP, each compared with the numbers written to its file.
@Suite struct BitmapTests {
  private let writer = BitmapWriter()

  private func decode(_ bytes: [UInt8], page: Int = 0) throws -> (Pixels, missing: [String]) {
    let client = try DecoderClient(.classic, PictureFile(bytes))
    let info = try client.open(frame: page)
    try #require(info.size == writer.size)
    return (try client.pixels(of: Level(size: info.size)), client.missing)
  }

  private func difference(_ bytes: [UInt8], _ samples: [UInt8], page: Int = 0) throws -> Int {
    let (pixels, missing) = try decode(bytes, page: page)
    #expect(missing.isEmpty)
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  /// The samples of packed numbers, by each channel's shift and bits; opaque without a fourth
  /// channel.
  private func samples(_ numbers: [Int], _ parts: [(shift: Int, bits: Int)]) -> [UInt8] {
    numbers.flatMap { number -> [UInt8] in
      let samples = parts.map { part -> UInt8 in
        let most = (1 << part.bits) - 1
        return UInt8((Double(number >> part.shift & most) * 255 / Double(most)).rounded())
      }
      return samples.count == 4 ? samples : samples + [255]
    }
  }

  private func mask(_ part: (shift: Int, bits: Int)) -> Int { ((1 << part.bits) - 1) << part.shift }

  @Test(arguments: [52, 56, 108, 124], [false, true])
  func longHeadersContainBitFields(_ headerBytes: Int, _ isTopDown: Bool) throws {
    let layouts: [(bits: Int, parts: [(shift: Int, bits: Int)])] = [
      (16, [(11, 5), (5, 6), (0, 5)]), (16, [(10, 5), (5, 5), (0, 5), (15, 1)]),
      (16, [(8, 4), (4, 4), (0, 4), (12, 4)]), (16, [(8, 3), (2, 1), (3, 3)]),
      (32, [(0, 8), (8, 8), (16, 8)]), (32, [(16, 8), (8, 8), (0, 8), (24, 8)]),
      (32, [(22, 10), (12, 10), (2, 10), (0, 2)]), (32, [(24, 6), (10, 7), (1, 5), (17, 4)]),
    ]
    var writer = writer
    writer.headerBytes = headerBytes
    writer.isTopDown = isTopDown
    writer.compression = 3
    for layout in layouts {
      var parts = layout.parts
      writer.bits = layout.bits
      writer.masks = parts.map { mask($0) }
      // A header too short for an alpha mask has no alpha.
      if headerBytes == 52 { parts = Array(parts.prefix(3)) }
      let numbers = writer.numbers(below: 1 << layout.bits)
      let bytes = writer.file(writer.rows(numbers))
      #expect(try difference(bytes, samples(numbers, parts)) <= 1, "\(layout)")
    }
  }

  @Test(arguments: [3, 6]) func bitFieldsFollowAShortHeader(_ compression: Int) throws {
    var writer = writer
    writer.bits = 32
    writer.compression = compression
    let parts = [(8, 8), (16, 8), (24, 8), (0, 8)].map { (shift: $0.0, bits: $0.1) }
    let count = compression == 6 ? 4 : 3
    writer.masks = parts.prefix(count).map { mask($0) }
    let numbers = writer.numbers(below: 1 << 32)
    let expected = samples(numbers, Array(parts.prefix(count)))
    #expect(try difference(writer.file(writer.rows(numbers)), expected) <= 1)
  }

  @Test func anAllZeroAlphaIsIgnored() throws {
    var writer = writer
    writer.headerBytes = 124
    writer.bits = 32
    writer.compression = 3
    writer.masks = [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000]
    let numbers = writer.numbers(below: 1 << 24)
    let expected = samples(numbers, [(16, 8), (8, 8), (0, 8)])
    #expect(try difference(writer.file(writer.rows(numbers)), expected) == 0)
    // With one visible pixel, the others' alpha counts.
    var some = numbers
    some[100] |= 0x8000_0000
    let shown = samples(some, [(16, 8), (8, 8), (0, 8), (24, 8)])
    #expect(try difference(writer.file(writer.rows(some)), shown) <= 1)
  }

  @Test func theFourthByteOfAPlainBitmapIsNotAlpha() throws {
    var writer = writer
    writer.bits = 32
    let numbers = writer.numbers(below: 1 << 32)
    let expected = samples(numbers, [(16, 8), (8, 8), (0, 8)])
    #expect(try difference(writer.file(writer.rows(numbers)), expected) == 0)
  }

  // MARK: Palettes

  private let colors: [[UInt8]] = (0..<256).map { (number: Int) -> [UInt8] in
    let red = UInt8(truncatingIfNeeded: number * 37)
    return [red, UInt8(255 - number), UInt8(number ^ 0x5A)]
  }

  private func shown(_ numbers: [Int], of count: Int = 256) -> [UInt8] {
    numbers.flatMap { number -> [UInt8] in
      number < count ? colors[number] + [255] : [0, 0, 0, 255]
    }
  }

  private func palette(_ count: Int, each: Int = 4) -> [UInt8] {
    colors.prefix(count).flatMap { color -> [UInt8] in
      [color[2], color[1], color[0]] + [UInt8](repeating: 0, count: each - 3)
    }
  }

  @Test(arguments: [12, 16, 24, 36, 40, 42, 46, 60, 64, 66, 108, 124], [1, 2, 4, 8])
  func palettesFollowEveryHeader(_ headerBytes: Int, _ bits: Int) throws {
    var writer = writer
    writer.headerBytes = headerBytes
    writer.bits = bits
    writer.palette = palette(1 << bits, each: headerBytes == 12 ? 3 : 4)
    let numbers = writer.numbers(below: 1 << bits)
    #expect(try difference(writer.file(writer.rows(numbers)), shown(numbers)) == 0)
  }

  @Test func palettesMayHaveAnyLength() throws {
    var writer = writer
    writer.bits = 8
    let numbers = writer.numbers(below: 256)
    // A short palette: indices beyond it are black.
    writer.palette = palette(101)
    writer.colorsUsed = 101
    #expect(try difference(writer.file(writer.rows(numbers)), shown(numbers, of: 101)) == 0)
    // More entries than any index, and more than there is room for.
    writer.palette = palette(256) + [UInt8](repeating: 9, count: 44 * 4)
    writer.colorsUsed = 300
    #expect(try difference(writer.file(writer.rows(numbers)), shown(numbers)) == 0)
    writer.palette = palette(256)
    for count in [1 << 20, 0xFFFF_FFFF] {
      writer.colorsUsed = count
      #expect(try difference(writer.file(writer.rows(numbers)), shown(numbers)) == 0, "\(count)")
    }
    // OS/2's palettes may be shorter than the bit depth allows; only the offset of the pixels
    // reveals it.
    writer.headerBytes = 12
    writer.palette = palette(101, each: 3)
    #expect(try difference(writer.file(writer.rows(numbers)), shown(numbers, of: 101)) == 0)
  }

  @Test func deepBitmapsMayHaveAnUnusedPalette() throws {
    var writer = writer
    writer.palette = palette(256)
    writer.colorsUsed = 256
    writer.gap = [1, 2, 3, 4, 5, 6, 7]
    let numbers = writer.numbers(below: 1 << 24)
    let expected = samples(numbers, [(16, 8), (8, 8), (0, 8)])
    #expect(try difference(writer.file(writer.rows(numbers)), expected) == 0)
  }

  @Test func wrongFieldsThatDoNotMatterAreIgnored() throws {
    var writer = writer
    writer.planes = 5000
    let numbers = writer.numbers(below: 1 << 24)
    let expected = samples(numbers, [(16, 8), (8, 8), (0, 8)])
    var bytes = writer.file(writer.rows(numbers))
    for (place, value) in [(2, 1), (34, 7), (38, 1 << 31), (42, 0xFFFF_FFFF)] {
      bytes.replaceSubrange(place..<place + 4, with: LongTailWriter.little(value, 4))
    }
    #expect(try difference(bytes, expected) == 0)
    // Without an offset, the pixels follow the header.
    writer.told = 0
    #expect(try difference(writer.file(writer.rows(numbers)), expected) == 0)
  }

  // MARK: OS/2's arrays

  @Test func bitmapsOfAnOS2ArrayArePages() throws {
    let numbers = writer.numbers(below: 1 << 24)
    let other = numbers.map { $0 ^ 0xFFFFFF }
    var array: [UInt8] = []
    for (index, numbers) in [numbers, other].enumerated() {
      let start = array.count + 14
      var writer = writer
      writer.told = start + 54
      let bitmap = writer.file(writer.rows(numbers))
      array += Array("BA".utf8) + LongTailWriter.little(40, 4)
      array += LongTailWriter.little(index == 0 ? start + bitmap.count : 0, 4)
      array += LongTailWriter.little(0, 4) + bitmap
    }
    for (page, numbers) in [numbers, other].enumerated() {
      let expected = samples(numbers, [(16, 8), (8, 8), (0, 8)])
      #expect(try difference(array, expected, page: page) == 0, "\(page)")
    }
    #expect(throws: CodecError(.other, "the file has no page 2")) { try decode(array, page: 2) }
    // An array whose next element is itself.
    array.replaceSubrange(6..<10, with: [0, 0, 0, 0])
    #expect(throws: CodecError.self) { try decode(array, page: 1) }
  }

  // MARK: Runs

  @Test func runsOf24BitsEqualTheSamples() throws {
    var writer = writer
    writer.headerBytes = 64
    writer.compression = 4
    let numbers = writer.numbers(below: 1 << 24).map { $0 / 3 * 3 }
    func bytes(_ number: Int) -> [UInt8] { LongTailWriter.little(number, 3) }
    var runs: [UInt8] = []
    for y in (0..<writer.size.height).reversed() {
      let row = numbers[y * 37..<(y + 1) * 37].map { $0 }
      // Three literal pixels with a padding byte; the rest one by one.
      runs += [0, 3] + row[0..<3].flatMap(bytes) + [0]
      for number in row[3...] { runs += [1] + bytes(number) }
      runs += [0, 0]
    }
    let expected = samples(numbers, [(16, 8), (8, 8), (0, 8)])
    #expect(try difference(writer.file(runs + [0, 1]), expected) == 0)
  }

  @Test(arguments: [4, 8]) func pixelsBetweenRunsAreBlack(_ bits: Int) throws {
    var writer = writer
    writer.bits = bits
    writer.compression = bits == 8 ? 1 : 2
    writer.palette = palette(1 << bits)
    let value: UInt8 = bits == 8 ? 9 : 0x99
    // Three of colour 9; five right and two up, two more; to the end of the row; too many.
    let runs: [UInt8] = [3, value, 0, 2, 5, 2, 2, value, 0, 0, 200, value, 0, 1]
    let (pixels, missing) = try decode(writer.file(runs))
    #expect(missing.isEmpty)
    var expected = [UInt8](repeating: 0, count: 37 * 23 * 4)
    for index in stride(from: 3, to: expected.count, by: 4) { expected[index] = 255 }
    func set(_ columns: Range<Int>, _ row: Int) {
      for x in columns {
        expected.replaceSubrange(
          ((22 - row) * 37 + x) * 4..<((22 - row) * 37 + x) * 4 + 3,
          with: colors[9])
      }
    }
    set(0..<3, 0)
    set(8..<10, 2)
    set(0..<37, 3)
    #expect(pixels.difference(Pixels(straight: expected, size: writer.size)) == 0)
    // A truncated file is reported; runs beyond the picture are ignored.
    #expect(try decode(writer.file(Array(runs.prefix(4)))).missing.count == 1)
    #expect(try decode(writer.file([3, value, 0, 2, 255, 255, 7, value])).missing.isEmpty)
  }

  // MARK: Damage

  @Test(arguments: [1, 4, 8, 16, 24, 32]) func aTruncatedBitmapShowsItsRows(_ bits: Int) throws {
    var writer = writer
    writer.bits = bits
    if bits <= 8 { writer.palette = palette(1 << bits) }
    let numbers = writer.numbers(below: 1 << min(bits, 24))
    let bytes = writer.file(writer.rows(numbers))
    let rowBytes = (37 * bits + 31) / 32 * 4
    // Five rows from the bottom, and a little more.
    let (pixels, missing) = try decode(Array(bytes.dropLast(rowBytes * 18 - 1)))
    #expect(missing == ["the file ends too early: the rest of the picture is missing"])
    let whole = try decode(bytes).0
    for y in 18..<23 {
      #expect((0..<37).allSatisfy { pixels.pixel($0, y) == whole.pixel($0, y) }, "row \(y)")
    }
    #expect((0..<17).allSatisfy { pixels.pixel(5, $0) == [0, 0, 0, 0] })
  }

  @Test func aFileThatIsNoBitmapGivesASentence() throws {
    var writer = writer
    let body = writer.rows(writer.numbers(below: 1 << 24))
    for (bits, compression) in [(30_000, 0), (3, 0), (24, 9), (1, 3)] {
      writer.bits = bits
      writer.compression = compression
      #expect(throws: CodecError.self, "\(bits) \(compression)") { try decode(writer.file(body)) }
    }
    let whole = self.writer.file(body)
    for count in [14, 17, 26, 53, 54] {
      #expect(throws: CodecError.self, "\(count)") { try decode(Array(whole.prefix(count))) }
    }
    for (place, sides) in [(18, [0, -5]), (22, [0])] {
      for side in sides + [Int(Int32.min), Int(Int32.max)] {
        var bytes = whole
        bytes.replaceSubrange(place..<place + 4, with: LongTailWriter.little(side, 4))
        #expect(throws: CodecError.self, "\(side) at \(place)") { try decode(bytes) }
      }
    }
  }
}

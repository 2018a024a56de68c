import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Formats of Sun, SGI, PCX and X, each compared with the numbers written to its file.
@Suite struct UnixFormatTests {
  private let writer = LongTailWriter(width: 37, height: 23)

  private var width: Int { writer.size.width }
  private var count: Int { writer.size.width * writer.size.height }

  private let palette: [[UInt8]] = (0..<256).map { number in
    [UInt8(truncatingIfNeeded: number * 37), UInt8(255 - number), UInt8(number ^ 0x5A)]
  }

  /// The largest difference of a decoded file from straight samples.
  private func difference(_ bytes: [UInt8], _ samples: [UInt8]) throws -> Int {
    let (info, pixels) = try DecoderClient.decode(.classic, PictureFile(bytes))
    try #require(info.size == writer.size)
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  private func colors(of numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number -> [UInt8] in palette[number] + [255] }
  }

  private func greys(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number -> [UInt8] in [UInt8(number), UInt8(number), UInt8(number), 255] }
  }

  private func bytes(_ numbers: [Int], _ y: Int) -> [UInt8] {
    numbers[y * width..<(y + 1) * width].map { UInt8($0) }
  }

  /// The selected channels of a row.
  private func channels(_ samples: [UInt8], _ y: Int, _ order: [Int]) -> [UInt8] {
    (0..<width).flatMap { x in order.map { samples[(y * width + x) * 4 + $0] } }
  }

  // MARK: PCX

  @Test func pcxInColorDecodes() throws {
    let samples = writer.samples()
    #expect(try difference(writer.pcx(samples), samples) == 0)
    let translucent = writer.samples(isOpaque: false)
    let file = writer.pcx(bits: 8, planes: 4) { y, plane in channels(translucent, y, [plane]) }
    #expect(try difference(file, translucent) <= 1)
  }

  @Test(arguments: [(1, 2), (1, 3), (1, 4), (2, 1), (4, 1), (2, 2)])
  func pcxInFewColorsDecodes(_ bits: Int, _ planes: Int) throws {
    let numbers = writer.numbers(below: 1 << (bits * planes))
    let file = writer.pcx(bits: bits, planes: planes, palette: palette) { y, plane in
      let mask = UInt8(1 << bits - 1)
      return writer.packed(bytes(numbers, y).map { $0 >> UInt8(plane * bits) & mask }, bits: bits)
    }
    #expect(try difference(file, colors(of: numbers)) == 0)
  }

  @Test func pcxInIndicesGreysAndBitsDecodes() throws {
    let all = writer.numbers(below: 256)
    let table: [UInt8] = [12] + palette.joined()
    let long = writer.pcx(bits: 8, planes: 1, tail: table) { y, _ in bytes(all, y) }
    #expect(try difference(long, colors(of: all)) == 0)
    let grey = writer.pcx(bits: 8, planes: 1) { y, _ in bytes(all, y) }
    #expect(try difference(grey, greys(all)) == 0)
    let bits = all.map { $0 & 1 }
    let black = writer.pcx(bits: 1, planes: 1) { y, _ in writer.packed(bytes(bits, y), bits: 1) }
    #expect(try difference(black, greys(bits.map { $0 * 255 })) == 0)
  }

  @Test func pcxWithoutAPaletteHasTheScreensColors() throws {
    let numbers = writer.numbers(below: 16)
    var file = writer.pcx(bits: 4, planes: 1, palette: palette) { y, _ in
      writer.packed(bytes(numbers, y), bits: 4)
    }
    file[1] = 3
    let screen = [
      "000000", "0000aa", "00aa00", "00aaaa", "aa0000", "aa00aa", "aa5500", "aaaaaa",
      "555555", "5555ff", "55ff55", "55ffff", "ff5555", "ff55ff", "ffff55", "ffffff",
    ].map { Int($0, radix: 16) ?? 0 }
    var shown: [UInt8] = []
    for number in numbers {
      for shift in [16, 8, 0] { shown.append(UInt8(screen[number] >> shift & 255)) }
      shown.append(255)
    }
    #expect(try difference(file, shown) == 0)
  }

  @Test func pcxRunsMayCrossRows() throws {
    // Wide areas of one number, so that runs continue from row to row.
    let numbers = (0..<count).map { $0 / 150 * 40 % 256 }
    let file = writer.pcx(bits: 8, planes: 1) { _, _ in [] }
    let rows = writer.rows(2) { bytes(numbers, $0) }
    // A run of length zero is ignored.
    let runs = Array(file.prefix(128)) + [0xC0, 9] + writer.pcxRuns(rows)
    #expect(try difference(runs, greys(numbers)) == 0)
    var plain = Array(file.prefix(128)) + rows
    plain[2] = 0
    #expect(try difference(plain, greys(numbers)) == 0)
  }

  // MARK: SGI

  @Test(arguments: [1, 2, 3, 4], [false, true])
  func sgiPlanesDecode(_ channels: Int, _ isDeep: Bool) throws {
    let samples = writer.samples(isOpaque: false)
    var shown: [UInt8] = []
    for pixel in 0..<count {
      let own = Array(samples[pixel * 4..<pixel * 4 + channels])
      for channel in 0..<3 { shown.append(own[channels < 3 ? 0 : channel]) }
      shown.append(channels % 2 == 0 ? own[channels - 1] : 255)
    }
    for isOverlong in [false, true] {
      let file = writer.sgiRuns(
        samples, channels: channels, isDeep: isDeep, overlong: isOverlong)
      #expect(try difference(file, shown) <= 1)
    }
    if channels == 3 {
      #expect(try difference(writer.sgi(samples, isDeep: isDeep), shown) == 0)
    }
  }

  @Test func sgiRowsMayShareTheirRuns() throws {
    let row = Array(writer.samples().prefix(width * 4))
    let samples = (0..<writer.size.height).flatMap { _ in row }
    let file = writer.sgiRuns(samples, channels: 3)
    // One row of each plane, after the tables.
    #expect(file.count < 512 + 8 * 23 * 3 + 3 * 60)
    #expect(try difference(file, samples) == 0)
  }

  // MARK: Sun

  @Test func sunRasterfilesOfEachKindDecode() throws {
    let samples = writer.samples()
    let numbers = writer.numbers(below: 256)
    let body = writer.rows(2) { bytes(numbers, $0) }
    let table = (0..<3).flatMap { channel -> [UInt8] in palette.map { $0[channel] } }
    let bits = writer.rows(2) { y in
      writer.packed(bytes(numbers, y).map { $0 & 1 }, bits: 1)
    }
    let ones = greys(numbers.map { $0 & 1 == 1 ? 0 : 255 })
    let two: [UInt8] = [10, 200, 20, 100, 30, 250]
    var twoColors: [UInt8] = []
    for number in numbers {
      twoColors += number & 1 == 0 ? [10, 20, 30, 255] : [200, 100, 250, 255]
    }
    let blueFirst = writer.rows(2) { channels(samples, $0, [2, 1, 0]) }
    let redFirst = writer.rows(2) { channels(samples, $0, [0, 1, 2]) }
    var old = writer.sun(depth: 24, type: 0, blueFirst)
    old.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    let files: [(String, [UInt8], [UInt8])] = [
      ("plain", writer.sun(samples), samples), ("old", old, samples),
      ("1 bit", writer.sun(depth: 1, type: 1, bits), ones),
      ("2 colours", writer.sun(depth: 1, type: 1, table: two, bits), twoColors),
      ("grey", writer.sun(depth: 8, type: 1, body), greys(numbers)),
      ("a table", writer.sun(depth: 8, type: 1, table: table, body), colors(of: numbers)),
      ("red first", writer.sun(depth: 24, type: 3, redFirst), samples),
      ("runs", writer.sun(depth: 24, type: 2, writer.sunRuns(blueFirst)), samples),
      (
        "a table, runs", writer.sun(depth: 8, type: 2, table: table, writer.sunRuns(body)),
        colors(of: numbers)
      ),
      ("bits, runs", writer.sun(depth: 1, type: 2, writer.sunRuns(bits)), ones),
    ]
    for (name, bytes, expected) in files {
      #expect(try difference(bytes, expected) == 0, "\(name)")
    }
  }

  @Test func sunRasterfilesMayHaveAFourthByte() throws {
    let samples = writer.samples(isOpaque: false)
    let alpha = writer.rows(2) { channels(samples, $0, [3, 2, 1, 0]) }
    for (type, body) in [(1, alpha), (2, writer.sunRuns(alpha))] {
      #expect(try difference(writer.sun(depth: 32, type: type, body), samples) <= 1)
    }
    let redFirst = writer.rows(2) { channels(samples, $0, [3, 0, 1, 2]) }
    #expect(try difference(writer.sun(depth: 32, type: 3, redFirst), samples) <= 1)
    // All zero means no alpha.
    var opaque = samples
    var empty = samples
    for pixel in 0..<count { (opaque[pixel * 4 + 3], empty[pixel * 4 + 3]) = (255, 0) }
    let body = writer.rows(2) { channels(empty, $0, [3, 2, 1, 0]) }
    #expect(try difference(writer.sun(depth: 32, type: 1, body), opaque) == 0)
  }

  @Test func sunRunsMayCrossRows() throws {
    let numbers = (0..<count).map { $0 / 150 * 40 % 256 | 0x80 }
    let runs = writer.sunRuns(writer.rows(2) { bytes(numbers, $0) })
    #expect(try difference(writer.sun(depth: 8, type: 2, runs), greys(numbers)) == 0)
  }

  // MARK: Phones, and truncated files

  @Test func wbmpMayBeWiderThanOneByteSays() throws {
    let size = PixelSize(width: 300, height: 2)
    let bits = (0..<600).map { UInt8($0 * 7 / 3 & 1) }
    let rows = (0..<2).flatMap { writer.packed(Array(bits[$0 * 300..<($0 + 1) * 300]), bits: 1) }
    let (info, pixels) = try DecoderClient.decode(
      .classic, PictureFile([0, 0, 0x82, 0x2C, 2] + rows))
    try #require(info.size == size)
    let shown = greys(bits.map { Int($0) * 255 })
    #expect(pixels.difference(Pixels(straight: shown, size: size)) == 0)
  }

  @Test func bitsFollowTheirFormatsPolarity() throws {
    let bits = writer.numbers(below: 2)
    let ones = greys(bits.map { $0 == 0 ? 255 : 0 })
    #expect(try difference(writer.xbm(bits.map { UInt8($0) }), ones) == 0)
    #expect(
      try difference(writer.wbmp(bits.map { UInt8($0) }), greys(bits.map { $0 * 255 })) == 0)
  }

  @Test func truncatedFilesShowTheirRows() throws {
    let samples = writer.samples()
    let body = writer.rows(2) { channels(samples, $0, [2, 1, 0]) }
    let files = [
      "SGI": writer.sgi(samples), "SGI's runs": writer.sgiRuns(samples, channels: 3),
      "Sun": writer.sun(samples), "PCX": writer.pcx(samples),
      "Sun's runs": writer.sun(depth: 24, type: 2, writer.sunRuns(body)),
    ]
    for (name, bytes) in files {
      let client = try DecoderClient(
        .classic, PictureFile(Array(bytes.prefix(bytes.count * 3 / 4))))
      let info = try client.open()
      let pixels = try client.pixels(of: Level(size: info.size))
      #expect(client.missing == ["the file ends too early: the rest of the picture is missing"])
      // SGI's first plane is there, and the other formats' first rows.
      let y = name == "SGI" ? 22 : 1
      let own = Pixels(straight: samples, size: info.size).pixel(5, y)
      #expect(pixels.pixel(5, y)[0] == own[0], "\(name)")
    }
  }

  @Test func hugeDeclaredSizesGiveASentence() throws {
    let pages = Array("P4 16000000 1000000 ".utf8) + [1, 2, 3]
    let raster =
      SunFields.start(width: 1 << 20, height: 1 << 20) + [UInt8](repeating: 7, count: 100)
    for bytes in [pages, raster, [0, 0, 0x84, 0x80, 0x80, 0, 0x84, 0x80, 0x80, 0, 1]] {
      #expect(throws: CodecError.self) { try DecoderClient.decode(.classic, PictureFile(bytes)) }
    }
  }

  private enum SunFields {
    static func start(width: Int, height: Int) -> [UInt8] {
      [0x59, 0xA6, 0x6A, 0x95]
        + [width, height, 24, 0, 1, 0, 0].flatMap { LongTailWriter.big($0, 4) }
    }
  }
}

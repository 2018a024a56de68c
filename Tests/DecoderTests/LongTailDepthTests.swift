import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Depths and layouts of old formats, each compared with the numbers written to its file.
@Suite struct LongTailDepthTests {
  private let writer = LongTailWriter(width: 37, height: 23)

  private var width: Int { writer.size.width }

  private let palette: [[UInt8]] = (0..<256).map { number in
    [UInt8(truncatingIfNeeded: number * 37), UInt8(255 - number), UInt8(number ^ 0x5A)]
  }

  /// The largest difference of a decoded file from straight samples.
  private func difference(
    _ bytes: [UInt8], _ samples: [UInt8], _ decoder: DecoderClient.Format = .classic
  ) throws -> Int {
    let (info, pixels) = try DecoderClient.decode(decoder, PictureFile(bytes))
    try #require(info.size == writer.size)
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  /// Opaque samples unpacked from numbers, by each channel's shift and bits.
  private func colors(_ numbers: [Int], _ parts: [(shift: Int, bits: Int)]) -> [UInt8] {
    numbers.flatMap { number -> [UInt8] in
      let samples = parts.map { part -> UInt8 in
        let most = Double((1 << part.bits) - 1)
        return UInt8((Double(number >> part.shift & ((1 << part.bits) - 1)) * 255 / most).rounded())
      }
      return samples.count == 4 ? samples : samples + [255]
    }
  }

  private func colors(of numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number -> [UInt8] in palette[number] + [255] }
  }

  private func words(_ numbers: [Int], _ y: Int) -> [UInt8] {
    numbers[y * width..<(y + 1) * width].flatMap { number -> [UInt8] in
      LongTailWriter.little(number, 2)
    }
  }

  private func bytes(_ numbers: [Int], _ y: Int) -> [UInt8] {
    numbers[y * width..<(y + 1) * width].map { UInt8($0) }
  }

  /// The selected channels of a row, each pixel between other bytes.
  private func channels(
    _ samples: [UInt8], _ y: Int, _ order: [Int], before: [UInt8] = [],
    after: (Int) -> [UInt8] = { _ in [] }
  ) -> [UInt8] {
    var row: [UInt8] = []
    for x in 0..<width {
      row += before
      for channel in order { row.append(samples[(y * width + x) * 4 + channel]) }
      row += after(x)
    }
    return row
  }

  private func greys(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number -> [UInt8] in [UInt8(number), UInt8(number), UInt8(number), 255] }
  }

  // MARK: BMP

  @Test func bitmapsOf16BitsReachWhite() throws {
    let numbers = writer.numbers(below: 65536)
    let body = writer.rows(4, isBottomUp: true) { words(numbers, $0) }
    let kinds: [(name: String, bytes: [UInt8], parts: [(shift: Int, bits: Int)])] = [
      ("555", writer.bmp(bits: 16, compression: 0, body), [(10, 5), (5, 5), (0, 5)]),
      (
        "565", writer.bmp(bits: 16, compression: 3, masks: [0xF800, 0x7E0, 0x1F], body),
        [(11, 5), (5, 6), (0, 5)]
      ),
      (
        "1555", writer.bmp5(masks: [0x7C00, 0x3E0, 0x1F, 0x8000], body),
        [(10, 5), (5, 5), (0, 5), (15, 1)]
      ),
      (
        "4444", writer.bmp5(masks: [0xF00, 0xF0, 0xF, 0xF000], body),
        [(8, 4), (4, 4), (0, 4), (12, 4)]
      ),
    ]
    for kind in kinds {
      #expect(
        try difference(kind.bytes, colors(numbers, kind.parts), .classic) <= 1, "\(kind.name)")
    }
  }

  @Test func theUnusedFourthByteOfBitmapsIsIgnored() throws {
    let samples = writer.samples()
    let empty = writer.rows(4, isBottomUp: true) { y in
      channels(samples, y, [2, 1, 0]) { _ in [0] }
    }
    #expect(try difference(writer.bmp(bits: 32, compression: 0, empty), samples, .classic) == 0)
    // Noise where a mask declares no alpha, and red first.
    let noisy = writer.rows(4, isBottomUp: true) { y in
      channels(samples, y, [0, 1, 2]) { x in [UInt8(x * 5)] }
    }
    let masked = writer.bmp(
      bits: 32, compression: 3, masks: [0xFF, 0xFF00, 0xFF0000], noisy)
    #expect(try difference(masked, samples, .classic) == 0)
  }

  @Test func runLengthBitmapsEqualTheirNumbers() throws {
    let numbers = writer.numbers(below: 16).map { $0 / 5 }
    // Runs of two, then three literal pixels.
    let eight = writer.rows(1, isBottomUp: true) { y in
      let row = bytes(numbers, y)
      var runs: [UInt8] = []
      for x in stride(from: 0, to: row.count, by: 4) {
        let part = Array(row[x..<min(x + 4, row.count)])
        if part.count == 4 {
          runs += [1, part[0], 0, 3] + part[1...] + [0]
        } else {
          for byte in part { runs += [1, byte] }
        }
      }
      return runs + [0, 0]
    }
    let four = writer.rows(1, isBottomUp: true) { y in
      var runs: [UInt8] = []
      for number in bytes(numbers, y) { runs += [1, number << 4] }
      return runs + [0, 0]
    }
    for (bits, body) in [(8, eight), (4, four)] {
      let bytes = writer.bmp(
        bits: bits, compression: bits == 8 ? 1 : 2, palette: Array(palette.prefix(1 << bits)),
        body + [0, 1])
      #expect(try difference(bytes, colors(of: numbers), .classic) == 0, "\(bits) bits")
    }
  }

  // MARK: TGA

  @Test(arguments: [(15, 0x20), (16, 0x20), (16, 0x21)])
  func targasOf16BitsEqualTheirNumbers(_ bits: Int, _ descriptor: Int) throws {
    let numbers = writer.numbers(below: 32768)
    let body = writer.rows(1) { y in
      words(numbers.map { descriptor & 1 == 0 ? $0 : $0 | 0x8000 }, y)
    }
    let bytes = writer.tga(type: 2, bits: bits, descriptor: descriptor, body)
    #expect(try difference(bytes, colors(numbers, [(10, 5), (5, 5), (0, 5)]), .classic) <= 1)
  }

  @Test func targasStoredFromTheRightAreMirrored() throws {
    let samples = writer.samples()
    let body = writer.rows(1) { y in
      // Reversed, red comes first.
      Array(channels(samples, y, [0, 1, 2]).reversed())
    }
    #expect(
      try difference(writer.tga(type: 2, bits: 24, descriptor: 0x30, body), samples, .classic) == 0)
  }

  @Test func theUnusedFourthByteOfTargasIsIgnored() throws {
    let samples = writer.samples()
    let body = writer.rows(1) { y in channels(samples, y, [2, 1, 0]) { _ in [0] } }
    #expect(
      try difference(writer.tga(type: 2, bits: 32, descriptor: 0x20, body), samples, .classic) == 0)
  }

  @Test func greyAndPaletteTargasEqualTheirNumbers() throws {
    let numbers = writer.numbers(below: 256)
    let body = writer.rows(1) { bytes(numbers, $0) }
    let grey = greys(numbers)
    #expect(
      try difference(writer.tga(type: 3, bits: 8, descriptor: 0x20, body), grey, .classic) == 0)
    let table = palette.flatMap { color -> [UInt8] in [color[2], color[1], color[0]] }
    let colored = writer.tga(
      type: 1, bits: 8, descriptor: 0x20, table: table, tableBits: 24, body)
    #expect(try difference(colored, colors(of: numbers), .classic) == 0)
    let small = (0..<256).map { $0 * 127 }
    let short = writer.tga(
      type: 1, bits: 8, descriptor: 0x20,
      table: small.flatMap { number -> [UInt8] in LongTailWriter.little(number, 2) },
      tableBits: 16, body)
    let shown = colors(numbers.map { small[$0] }, [(10, 5), (5, 5), (0, 5)])
    #expect(try difference(short, shown, .classic) <= 1)
  }

  // MARK: ICO

  @Test(arguments: [1, 4, 8, 24]) func iconsWithMasksAreTransparent(_ bits: Int) throws {
    let mask = writer.numbers(below: 3).map { $0 == 1 ? 1 : 0 }
    let numbers = writer.numbers(below: bits < 8 ? 1 << bits : 256)
    let samples = bits == 24 ? writer.samples() : colors(of: numbers)
    let icon = writer.icon(
      bits: bits, palette: bits == 24 ? [] : Array(palette.prefix(1 << bits)), mask: mask
    ) { y in
      switch bits {
      case 24: channels(samples, y, [2, 1, 0])
      case 8: bytes(numbers, y)
      default: writer.packed(bytes(numbers, y), bits: bits)
      }
    }
    var expected = samples
    for (pixel, isNothing) in mask.enumerated() where isNothing == 1 {
      expected[pixel * 4 + 3] = 0
    }
    #expect(try difference(LongTailWriter.icon([icon]), expected, .classic) == 0)
  }

  @Test func aFullyTransparentIconIsShownOpaque() throws {
    let samples = writer.samples()
    let icon = writer.icon(bits: 32, mask: [Int](repeating: 0, count: width * 23)) { y in
      channels(samples, y, [2, 1, 0]) { _ in [0] }
    }
    #expect(try difference(LongTailWriter.icon([icon]), samples, .classic) == 0)
  }
}

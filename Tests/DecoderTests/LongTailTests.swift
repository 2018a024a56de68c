import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Old formats, each compared with the samples written to its file.
@Suite struct LongTailTests {
  private let writer = LongTailWriter()

  private func decode(
    _ bytes: [UInt8], _ decoder: DecoderClient.Format = .classic
  ) throws -> (SourceInfo, Pixels) {
    try DecoderClient.decode(decoder, PictureFile(bytes))
  }

  /// The largest difference of a decoded file from straight samples.
  private func difference(
    _ bytes: [UInt8], _ samples: [UInt8], _ decoder: DecoderClient.Format = .classic
  ) throws -> Int {
    let (info, pixels) = try decode(bytes, decoder)
    guard info.size == writer.size else { return 999 }
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  /// Numbers below `count` that differ from pixel to pixel.
  private func numbers(_ count: Int) -> [UInt8] {
    (0..<writer.size.width * writer.size.height).map { UInt8(($0 * 7 + $0 / 5) % count) }
  }

  private let palette: [[UInt8]] = [[255, 0, 0], [3, 250, 17], [0, 0, 255], [255, 255, 255]]

  private func colors(_ numbers: [UInt8]) -> [UInt8] {
    numbers.flatMap { palette.indices.contains(Int($0)) ? palette[Int($0)] + [255] : [0, 0, 0, 0] }
  }

  @Test func windowsBitmapsEqualTheSamples() throws {
    let samples = writer.samples()
    #expect(try difference(writer.bmp(samples), samples, .classic) == 0)
    #expect(try difference(writer.bmp(samples, isTopDown: true), samples, .classic) == 0)
    let translucent = writer.samples(isOpaque: false)
    #expect(try difference(writer.bmp(translucent, hasAlpha: true), translucent, .classic) <= 1)
    for (bits, count) in [(1, 2), (4, 4), (8, 4)] {
      let numbers = numbers(count)
      let bytes = writer.bmp(
        numbers: numbers, palette: Array(palette.prefix(count)), bits: bits)
      #expect(try difference(bytes, colors(numbers), .classic) == 0, "\(bits) bits")
    }
  }

  @Test(arguments: [false, true], [false, true])
  func targasOfEitherRowOrderEqualTheSamples(_ isTopDown: Bool, _ isRuns: Bool) throws {
    let samples = writer.samples()
    let plain = writer.tga(samples, isRuns: isRuns, isTopDown: isTopDown)
    #expect(try difference(plain, samples, .classic) == 0)
    let translucent = writer.samples(isOpaque: false)
    let bytes = writer.tga(translucent, hasAlpha: true, isRuns: isRuns, isTopDown: isTopDown)
    #expect(try difference(bytes, translucent, .classic) <= 1)
  }

  @Test(arguments: [false, true])
  func iconSizesArePagesWithTheLargestFirst(_ isCursor: Bool) throws {
    let sides = [16, 48, 32]
    let writers = sides.map { LongTailWriter(width: $0, height: $0) }
    let icons = writers.map { $0.icon($0.samples(isOpaque: false)) }
    let bytes = LongTailWriter.icon(icons, isCursor: isCursor)
    for (page, index) in [1, 2, 0].enumerated() {
      let client = try DecoderClient(.classic, PictureFile(bytes))
      let info = try client.open(frame: page)
      #expect(info.frameCount == 3)
      try #require(info.size == writers[index].size)
      let pixels = try client.pixels(of: Level(size: info.size))
      let samples = writers[index].samples(isOpaque: false)
      #expect(pixels.difference(Pixels(straight: samples, size: info.size)) <= 1, "\(page)")
    }
    let client = try DecoderClient(.classic, PictureFile(bytes))
    #expect(throws: CodecError(.other, "the file has no page 3")) { try client.open(frame: 3) }
  }

  @Test func anEmbeddedPNGIsTheIcon() throws {
    let size = PixelSize(width: 256, height: 256)
    let samples = FormatSamples.samples(size, channels: 3)
    let png = PictureFile.png(samples, width: 256, height: 256, channels: 3).bytes
    let small = LongTailWriter(width: 16, height: 16)
    let bytes = LongTailWriter.icon([
      small.icon(small.samples()), LongTailWriter.Icon(size: size, body: png),
    ])
    let (info, pixels) = try DecoderClient.decode(.classic, PictureFile(bytes))
    try #require(info.size == size)
    var straight: [UInt8] = []
    for start in stride(from: 0, to: samples.count, by: 3) {
      straight += [samples[start], samples[start + 1], samples[start + 2], 255]
    }
    #expect(pixels.difference(Pixels(straight: straight, size: size)) == 0)
  }

  @Test func theArenaGivesTheSameTile() throws {
    let samples = writer.samples()
    let tile = try DecoderClient.decodeThroughArena(
      .classic, writer.bmp(samples), size: writer.size)
    #expect(tile.difference(Pixels(straight: samples, size: writer.size)) == 0)
  }

  @Test func truncatedFilesGiveAPartOrASentence() throws {
    let samples = writer.samples()
    for bytes in [writer.bmp(samples), writer.tga(samples)] {
      let client = try DecoderClient(.classic, PictureFile(Array(bytes.prefix(bytes.count / 2))))
      do {
        let info = try client.open()
        _ = try client.pixels(of: Level(size: info.size))
        #expect(client.missing.count == 1)
      } catch let failure as CodecError {
        #expect(failure.code == .corrupt && failure.sentence.hasPrefix("the "), "\(failure)")
      }
    }
  }
}

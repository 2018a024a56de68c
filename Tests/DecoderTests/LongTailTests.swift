import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Old formats, each against the samples that its file was written from.
@Suite struct LongTailTests {
  private let writer = LongTailWriter()

  private func decode(_ bytes: [UInt8]) throws -> (SourceInfo, Pixels) {
    try DecoderClient.decode(.magick, PictureFile(bytes))
  }

  /// The largest difference of what is decoded of a file from straight samples.
  private func difference(_ bytes: [UInt8], _ samples: [UInt8]) throws -> Int {
    let (info, pixels) = try decode(bytes)
    guard info.size == writer.size else { return 999 }
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  /// Grey samples, four a pixel, of one number a pixel.
  private func gray(_ numbers: [UInt8]) -> [UInt8] { numbers.flatMap { [$0, $0, $0, 255] } }

  /// Numbers below `count` that differ from place to place.
  private func numbers(_ count: Int) -> [UInt8] {
    (0..<writer.size.width * writer.size.height).map { UInt8(($0 * 7 + $0 / 5) % count) }
  }

  private let palette: [[UInt8]] = [[255, 0, 0], [3, 250, 17], [0, 0, 255], [255, 255, 255]]

  private func colors(_ numbers: [UInt8]) -> [UInt8] {
    numbers.flatMap { palette.indices.contains(Int($0)) ? palette[Int($0)] + [255] : [0, 0, 0, 0] }
  }

  @Test func bitmapsOfWindows() throws {
    let samples = writer.samples()
    #expect(try difference(writer.bmp(samples), samples) == 0)
    #expect(try difference(writer.bmp(samples, isTopDown: true), samples) == 0)
    let translucent = writer.samples(isOpaque: false)
    #expect(try difference(writer.bmp(translucent, hasAlpha: true), translucent) <= 1)
    for (bits, count) in [(1, 2), (4, 4), (8, 4)] {
      let numbers = numbers(count)
      let bytes = writer.bmp(
        numbers: numbers, palette: Array(palette.prefix(count)), bits: bits)
      #expect(try difference(bytes, colors(numbers)) == 0, "\(bits) bits")
    }
  }

  @Test(arguments: [false, true], [false, true])
  func tgaEitherWayUp(_ isTopDown: Bool, _ isRuns: Bool) throws {
    let samples = writer.samples()
    let plain = writer.tga(samples, isRuns: isRuns, isTopDown: isTopDown)
    #expect(try difference(plain, samples) == 0)
    let translucent = writer.samples(isOpaque: false)
    let bytes = writer.tga(translucent, hasAlpha: true, isRuns: isRuns, isTopDown: isTopDown)
    #expect(try difference(bytes, translucent) <= 1)
  }

  @Test func formatsOfUnixAndPaintbrush() throws {
    let samples = writer.samples()
    let files = [
      ("PCX", writer.pcx(samples)), ("SGI", writer.sgi(samples)), ("Sun", writer.sun(samples)),
      ("deep SGI", writer.sgi(samples, isDeep: true)), ("P3", writer.pnm(3, samples)),
      ("P6", writer.pnm(6, samples)), ("P7", writer.pam(samples)),
    ]
    for (name, bytes) in files { #expect(try difference(bytes, samples) == 0, "\(name)") }
    let translucent = writer.samples(isOpaque: false)
    #expect(try difference(writer.pam(translucent), translucent) <= 1)
    let firsts = stride(from: 0, to: samples.count, by: 4).map { samples[$0] }
    for kind in [2, 5] {
      #expect(try difference(writer.pnm(kind, samples), gray(firsts)) == 0, "P\(kind)")
    }
  }

  @Test func samplesOf16BitsKeepThem() throws {
    // Two steps of 16 bits on either side of what rounds to 100 and to 101.
    let edge = 100 * 257 + 128
    let count = writer.size.width * writer.size.height * 3
    let deep = (0..<count).map { edge + ($0 % 2) }
    let (_, pixels) = try decode(writer.pnm(deep: deep))
    #expect(Set(pixels.bytes) == [100, 101, 255])
  }

  @Test func bitsAreBlackAndWhiteAsTheirFormatSays() throws {
    let bits = numbers(2)
    let ones = gray(bits.map { $0 == 0 ? 255 : 0 })
    #expect(try difference(writer.pbm(bits), ones) == 0)
    #expect(try difference(writer.xbm(bits), ones) == 0)
    #expect(try difference(writer.wbmp(bits), gray(bits.map { $0 == 0 ? 0 : 255 })) == 0)
  }

  @Test func pixmapsInC() throws {
    let numbers = numbers(5)
    #expect(try difference(writer.xpm(numbers, palette: palette), colors(numbers)) == 0)
  }

  @Test(arguments: [false, true])
  func sizesOfAnIconArePagesTheLargestFirst(_ isCursor: Bool) throws {
    let sides = [16, 48, 32]
    let writers = sides.map { LongTailWriter(width: $0, height: $0) }
    let icons = writers.map { $0.icon($0.samples(isOpaque: false)) }
    let bytes = LongTailWriter.icon(icons, isCursor: isCursor)
    for (page, index) in [1, 2, 0].enumerated() {
      let client = try DecoderClient(.freeImage, PictureFile(bytes))
      let info = try client.open(frame: page)
      #expect(info.frameCount == 3)
      try #require(info.size == writers[index].size)
      let pixels = try client.pixels(of: Level(size: info.size))
      let samples = writers[index].samples(isOpaque: false)
      #expect(pixels.difference(Pixels(straight: samples, size: info.size)) <= 1, "\(page)")
    }
    let client = try DecoderClient(.freeImage, PictureFile(bytes))
    #expect(throws: CodecError(.other, "the file has no page 3")) { try client.open(frame: 3) }
  }

  @Test func anIconsPNGIsItsPicture() throws {
    let size = PixelSize(width: 256, height: 256)
    let samples = FormatSamples.samples(size, channels: 3)
    let png = PictureFile.png(samples, width: 256, height: 256, channels: 3).bytes
    let small = LongTailWriter(width: 16, height: 16)
    let bytes = LongTailWriter.icon([
      small.icon(small.samples()), LongTailWriter.Icon(size: size, body: png),
    ])
    let (info, pixels) = try DecoderClient.decode(.freeImage, PictureFile(bytes))
    try #require(info.size == size)
    var straight: [UInt8] = []
    for start in stride(from: 0, to: samples.count, by: 3) {
      straight += [samples[start], samples[start + 1], samples[start + 2], 255]
    }
    #expect(pixels.difference(Pixels(straight: straight, size: size)) == 0)
  }

  @Test func picturesThatFollowEachOtherArePages() throws {
    let samples = writer.samples()
    let second = LongTailWriter(width: 9, height: 30)
    let bytes = writer.pnm(6, samples) + second.pnm(6, second.samples())
    let client = try DecoderClient(.magick, PictureFile(bytes))
    let info = try client.open(frame: 1)
    #expect(info.frameCount == 2)
    try #require(info.size == second.size)
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(pixels.difference(Pixels(straight: second.samples(), size: second.size)) == 0)
  }

  @Test func aTileThroughTheArenaIsTheSamePicture() throws {
    let samples = writer.samples()
    let tile = try DecoderClient.decodeThroughArena(
      .magick, writer.bmp(samples), size: writer.size)
    #expect(tile.difference(Pixels(straight: samples, size: writer.size)) == 0)
  }

  @Test func cutFilesAreAPartOrASentence() throws {
    let samples = writer.samples()
    for bytes in [writer.bmp(samples), writer.pnm(6, samples), writer.sun(samples)] {
      let client = try DecoderClient(.magick, PictureFile(Array(bytes.prefix(bytes.count / 2))))
      do {
        let info = try client.open()
        _ = try client.pixels(of: Level(size: info.size))
        #expect(client.missing.count == 1)
      } catch let failure as CodecError {
        #expect(failure.code == .corrupt && failure.sentence.hasPrefix("the "), "\(failure)")
      }
    }
  }

  @Test func sizesThatAreTooLargeAreRefused() throws {
    let huge = LongTailWriter(width: 30000, height: 30000)
    let bytes =
      Array("P6 \(huge.size.width) \(huge.size.height) 255\n".utf8)
      + [UInt8](repeating: 0, count: 5000)
    #expect {
      try decode(bytes)
    } throws: { error in (error as? CodecError)?.code == .tooLarge || error is CodecError }
  }
}

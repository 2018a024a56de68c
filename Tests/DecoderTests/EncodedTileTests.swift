import CJPEG
import Decoding
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Tiles

/// Encoded tiles through the arena of one decoder per format.
@Suite(.serialized) struct EncodedTileTests {
  private func decoder(
    _ format: PictureFormat, slots: Int = 4
  ) -> (EncodedTileDecoder, DecoderPool) {
    let path = Array(PipedProcess.built(format.decoderName).utf8)
    let pool = DecoderPool(
      locator: DecoderLocator(folders: [], overrides: [format.decoderName: path]))
    return (EncodedTileDecoder(format: format, slots: slots, pool: pool), pool)
  }

  /// Feeds tiles as there is room, until all are answered.
  private func decode(
    _ tiles: [(bytes: [UInt8], size: PixelSize)], with decoder: EncodedTileDecoder,
    _ pool: DecoderPool, limit: Double = 60
  ) -> [UInt64: EncodedOutcome] {
    let pieces = tiles.map { EncodedPiece(bytes: $0.bytes, size: $0.size) }
    return decoder.outcomes(of: pieces, pool, limit: limit)
  }

  /// A tile of one colour as PNG.
  private func png(_ color: [UInt8], _ size: PixelSize) -> [UInt8] {
    let samples = (0..<size.width * size.height).flatMap { _ in color }
    return PictureFile.png(
      samples, width: size.width, height: size.height, channels: 3
    ).bytes
  }

  private func pixel(_ pixels: OwnedPixels, at index: Int) -> UInt32 {
    pixels.base.load(fromByteOffset: 4 * index, as: UInt32.self)
  }

  @Test func oneProcessDecodesTenThousandTiles() {
    let (decoder, pool) = decoder(.png)
    let size = PixelSize(width: 8, height: 6)
    let kinds = (0..<50).map { (bytes: png([UInt8($0), 100, 255 - UInt8($0)], size), size: size) }
    let outcomes = decode((0..<10_000).map { kinds[$0 % 50] }, with: decoder, pool)
    #expect(outcomes.count == 10_000)
    var wrong = 0
    for (id, outcome) in outcomes {
      let red = UInt32(id % 50)
      let color = 0xFF00_0000 | (255 - red) << 16 | 100 << 8 | red
      // The overlap repeats the tile's own edge.
      guard case .pixels(let pixels) = outcome, pixels.count == 10 * 8 * 4,
        (0..<80).allSatisfy({ pixel(pixels, at: $0) == color })
      else {
        wrong += 1
        continue
      }
    }
    #expect(wrong == 0)
    #expect(pool.statistics.processesStarted == 1)
  }

  /// A missing pixel repeats its neighbour.
  @Test func aTileMayBeOnePixelTooLargeOrTooSmall() throws {
    let (decoder, pool) = decoder(.png)
    var samples: [UInt8] = []
    for y in 0..<21 { for x in 0..<31 { samples += [UInt8(x), UInt8(y), 9] } }
    let bytes = PictureFile.png(samples, width: 31, height: 21, channels: 3).bytes
    let sides: [(Int, Int)] = [
      (31, 21), (30, 21), (31, 20), (30, 20), (32, 21), (31, 22), (32, 22), (30, 22), (29, 21),
      (31, 19), (33, 21), (31, 23),
    ]
    let sizes = sides.map { PixelSize(width: $0.0, height: $0.1) }
    let outcomes = decode(sizes.map { (bytes: bytes, size: $0) }, with: decoder, pool)
    for (id, size) in sizes.enumerated() {
      guard id < 8 else {
        guard case .failure? = outcomes[UInt64(id)] else {
          Issue.record("\(size) was taken")
          continue
        }
        continue
      }
      guard case .pixels(let pixels)? = outcomes[UInt64(id)] else {
        Issue.record("\(size): \(String(describing: outcomes[UInt64(id)]))")
        continue
      }
      for y in 0..<size.height {
        for x in 0..<size.width {
          let word = pixel(pixels, at: (y + 1) * (size.width + 2) + x + 1)
          #expect(word == 0xFF09_0000 | UInt32(min(y, 20)) << 8 | UInt32(min(x, 30)))
        }
      }
    }
    #expect(pool.statistics.processesStarted == 1)
  }

  @Test func damagedTilesAndWrongSizesFailAlone() {
    let (decoder, pool) = decoder(.png)
    let size = PixelSize(width: 30, height: 20)
    let good = png([1, 2, 3], size)
    var damaged = good
    damaged[damaged.count / 2] ^= 0xFF
    let cut = Array(good.prefix(good.count - 20))
    let outcomes = decode(
      [
        (good, size), (damaged, size), (good, PixelSize(width: 20, height: 30)), (good, size),
        (cut, size), (Array("no picture at all".utf8), size), (good, size),
      ], with: decoder, pool)
    let failed = outcomes.filter { if case .failure = $0.value { true } else { false } }
    #expect(failed.keys.sorted() == [1, 2, 4, 5])
    if case .failure(let sentence)? = outcomes[2] {
      #expect(sentence == "the tile has 30 × 20 pixels instead of 20 × 30")
    }
    #expect(outcomes.count == 7)
    #expect(pool.statistics.processesStarted == 1)
  }

  /// A BigTIFF's directory may be anywhere below 2⁶³; tiles do not begin at the file's start.
  @Test func aDirectoryBeyondTheFileFailsItsTileAlone() {
    let (decoder, pool) = decoder(.tiff)
    let size = PixelSize(width: 50, height: 30)
    let writer = TIFFWriter()
    var layout = TIFFWriter.Layout()
    layout.size = size
    writer.add(layout, samples: [Int](repeating: 7, count: 50 * 30 * 3))
    let good = writer.finish().bytes
    let header: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0]
    let bad =
      header + [UInt8](repeating: 0xFF, count: 7) + [0x7F] + [UInt8](repeating: 0, count: 200)
    let outcomes = decode(
      [(good, size), (bad, size), (bad, size), (good, size), (bad, size), (good, size)],
      with: decoder, pool)
    let failed = outcomes.filter { if case .failure = $0.value { true } else { false } }
    #expect(outcomes.count == 6 && failed.keys.sorted() == [1, 2, 4])
    #expect(pool.statistics.processesStarted == 1)
  }

  @Test func aTilesDataEndsWithItsBytes() {
    // The next tile's bytes follow immediately and must not be read.
    let (decoder, pool) = decoder(.jpeg, slots: 1)
    let size = PixelSize(width: 64, height: 64)
    var options = fresnel_jpeg_options.usual(width: 64, height: 64)
    options.color = FRESNEL_JPEG_GRAY
    var numbers = SeededNumbers(seed: 5)
    let samples = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let whole = PictureFile.jpeg(samples, options).bytes
    let outcomes = decode(
      [(whole, size), (Array(whole.prefix(whole.count / 2)), size), (whole, size)],
      with: decoder, pool)
    guard case .pixels(let first)? = outcomes[0], case .failure(let sentence)? = outcomes[1],
      case .pixels(let last)? = outcomes[2]
    else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(sentence == "the file ends too early; the rest of the picture is missing")
    #expect(memcmp(first.base, last.base, first.count) == 0)
  }

  /// True if a file gives the same pixels through the arena as from its descriptor.
  private func comesTheSame(
    _ file: PictureFile, _ format: DecoderClient.Format, as pictureFormat: PictureFormat
  ) throws -> Bool {
    let (info, expected) = try DecoderClient.decode(format, file)
    let (decoder, pool) = decoder(pictureFormat)
    let outcomes = decode([(file.bytes, info.size)], with: decoder, pool)
    guard case .pixels(let pixels)? = outcomes[0] else { return false }
    let layout = TileLayout(area: info.size)
    var read = Pixels(size: info.size)
    for y in 0..<info.size.height {
      for x in 0..<info.size.width {
        for channel in 0..<4 {
          read[x, y, channel] = pixels.base.load(
            fromByteOffset: (y + 1) * layout.stride + (x + 1) * 4 + channel, as: UInt8.self)
        }
      }
    }
    return read == expected
  }

  @Test func everyFormatGivesItsFilesPixels() throws {
    var numbers = SeededNumbers(seed: 6)
    func noise(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }
    let png = PictureFile.png(noise(40 * 24 * 4), width: 40, height: 24, channels: 4)
    #expect(try comesTheSame(png, .png, as: .png))
    // Sideways: 24 × 40 pixels once upright.
    let turned = PictureFile.jpeg(
      noise(40 * 24 * 3), .usual(width: 40, height: 24),
      exif: Exif.block(orientation: 6, isLittle: true))
    #expect(try comesTheSame(turned, .jpeg, as: .jpeg))
    let writer = TIFFWriter()
    var layout = TIFFWriter.Layout()
    layout.size = PixelSize(width: 50, height: 30)
    writer.add(layout, samples: noise(50 * 30 * 3).map(Int.init))
    #expect(try comesTheSame(writer.finish(), .tiff, as: .tiff))
  }
}

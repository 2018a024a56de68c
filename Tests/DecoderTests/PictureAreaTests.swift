import Decoding
import Geometry
import Platform
import TestSupport
import Testing
import Tiles

/// Areas of pictures larger than tiles, through the arena of one decoder per format.
@Suite(.serialized) struct PictureAreaTests {
  private func decode(
    _ pieces: [EncodedPiece], as format: PictureFormat, largest: PixelSize
  ) -> (pixels: [UInt64: OwnedPixels], failures: [UInt64: String], processes: Int) {
    let path = Array(PipedProcess.built(format.decoderName).utf8)
    let pool = DecoderPool(
      locator: DecoderLocator(folders: [], overrides: [format.decoderName: path]))
    let decoder = EncodedTileDecoder(format: format, pictures: largest, pool: pool)
    var pixels: [UInt64: OwnedPixels] = [:]
    var failures: [UInt64: String] = [:]
    for (id, outcome) in decoder.outcomes(of: pieces, pool) {
      switch outcome {
      case .pixels(let decoded): pixels[id] = decoded
      case .failure(let sentence): failures[id] = sentence
      }
    }
    let processes = pool.statistics.processesStarted
    decoder.close()
    return (pixels, failures, processes)
  }

  /// True if some decoded pixels equal an area of others.
  private func isPart(
    _ part: OwnedPixels, _ area: PixelRect, of whole: OwnedPixels, _ size: PixelSize
  ) -> Bool {
    guard part.count == area.width * area.height * 4 else { return false }
    for y in 0..<area.height {
      for x in 0..<area.width {
        let seen = part.base.load(fromByteOffset: 4 * (y * area.width + x), as: UInt32.self)
        let wanted = whole.base.load(
          fromByteOffset: 4 * ((y + area.minY) * size.width + x + area.minX), as: UInt32.self)
        if seen != wanted { return false }
      }
    }
    return true
  }

  @Test(arguments: [
    (DecoderClient.Format.png, PictureFormat.png), (.jpeg, .jpeg), (.tiff, .tiff), (.webp, .webp),
    (.gif, .gif), (.avif, .avif), (.jxl, .jxl), (.jp2, .jp2), (.classic, .qoi),
  ])
  func anAreaEqualsThatOfTheWholePicture(
    format: DecoderClient.Format, named: PictureFormat
  ) throws {
    var numbers = SeededNumbers()
    for file in FormatSamples.files(of: format) {
      let size = try DecoderClient.decode(format, file).0.size
      var areas = [PixelRect(size)]
      for _ in 0..<8 {
        let (x, y) = (
          Int.random(in: 0..<size.width, using: &numbers),
          Int.random(in: 0..<size.height, using: &numbers)
        )
        areas.append(
          PixelRect(
            minX: x, minY: y, maxX: .random(in: x + 1...size.width, using: &numbers),
            maxY: .random(in: y + 1...size.height, using: &numbers)))
      }
      let made = decode(
        areas.map { EncodedPiece(bytes: file.bytes, size: size, area: $0) }, as: named,
        largest: size)
      guard let whole = made.pixels[0] else {
        #expect(
          Set(made.failures.values) == ["the tile needs too much memory to be decoded"],
          "\(named.name)")
        continue
      }
      for (index, area) in areas.enumerated() {
        let part = try #require(made.pixels[UInt64(index)], "\(named.name): \(made.failures)")
        #expect(
          isPart(part, area, of: whole, size),
          "\(named.name), \(area) of \(size), \(numbers.origin)")
      }
      #expect(made.processes == 1)
    }
  }

  /// If a side is rounded the other way, the missing pixel repeats its neighbour.
  @Test func aPictureMayBeOnePixelTooLargeOrTooSmall() throws {
    var samples: [UInt8] = []
    for y in 0..<21 { for x in 0..<31 { samples += [UInt8(x), UInt8(y), 9] } }
    let bytes = PictureFile.png(samples, width: 31, height: 21, channels: 3).bytes
    let size = PixelSize(width: 32, height: 22)
    let areas = [
      PixelRect(size), PixelRect(minX: 31, minY: 3, maxX: 32, maxY: 9),
      PixelRect(minX: 4, minY: 21, maxX: 9, maxY: 22),
      PixelRect(minX: 31, minY: 21, maxX: 32, maxY: 22),
      PixelRect(minX: 20, minY: 10, maxX: 32, maxY: 22),
    ]
    let made = decode(
      areas.map { EncodedPiece(bytes: bytes, size: size, area: $0) }, as: .png, largest: size)
    let whole = try #require(made.pixels[0])
    #expect(whole.base.load(fromByteOffset: 4 * 31, as: UInt32.self) == 0xFF09_001E)
    for (index, area) in areas.enumerated() {
      let part = try #require(made.pixels[UInt64(index)], "\(made.failures)")
      #expect(isPart(part, area, of: whole, size), "\(area)")
    }
  }

  /// The arena starts small, and grows as pictures need it.
  @Test func anArenaGrowsWithItsPictures() throws {
    var numbers = SeededNumbers(seed: 9)
    let size = PixelSize(width: 1500, height: 1100)
    let noise = PictureFile.png(
      (0..<1500 * 1100 * 3).map { _ in UInt8.random(in: 0...255, using: &numbers) }, width: 1500,
      height: 1100, channels: 3
    ).bytes
    let small = PixelSize(width: 40, height: 24)
    let plain = PictureFile.png(
      [UInt8](repeating: 7, count: 40 * 24 * 3), width: 40, height: 24, channels: 3
    ).bytes
    let made = decode(
      [
        EncodedPiece(bytes: plain, size: small, area: PixelRect(small)),
        EncodedPiece(
          bytes: noise, size: size, area: PixelRect(minX: 9, minY: 9, maxX: 19, maxY: 19)),
        EncodedPiece(bytes: plain, size: small, area: PixelRect(small)),
        EncodedPiece(bytes: noise, size: size, area: PixelRect(size)),
        EncodedPiece(
          bytes: noise, size: size, area: PixelRect(minX: 9, minY: 9, maxX: 19, maxY: 19)),
      ], as: .png, largest: size)
    #expect(made.failures.isEmpty && made.pixels.count == 5)
    #expect(made.processes == 3, "one for each size of the arena")
    let whole = try #require(made.pixels[3])
    let part = try #require(made.pixels[4])
    #expect(isPart(part, PixelRect(minX: 9, minY: 9, maxX: 19, maxY: 19), of: whole, size))
  }

  @Test func impossibleAreasFailWithoutAProcess() {
    let size = PixelSize(width: 5000, height: 5000)
    let made = decode(
      [
        EncodedPiece(bytes: [1], size: size, area: PixelRect(size)),
        EncodedPiece(bytes: [1], size: size, area: PixelRect(.zero)),
        EncodedPiece(bytes: [1], size: size, area: PixelRect(minX: -1, minY: 0, maxX: 9, maxY: 9)),
        EncodedPiece(
          bytes: [1], size: size, area: PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 5001)),
        EncodedPiece(
          bytes: [1], size: PixelSize(width: 5001, height: 9),
          area: PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9)),
      ], as: .png, largest: size)
    #expect(made.failures.count == 5 && made.processes == 0)
  }
}

import CJPEG
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Pictures cached on disk look the same as when decoded again.
@Suite struct StoreTests {
  private static func samples(_ size: PixelSize) -> [UInt8] {
    var samples = [UInt8](repeating: 0, count: size.width * size.height * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = (y * size.width + x) * 3
        samples[start] = UInt8(truncatingIfNeeded: x / 5 &+ y / 3)
        samples[start + 1] = UInt8(truncatingIfNeeded: (x / 40 ^ y / 40) &* 40)
        samples[start + 2] = UInt8(truncatingIfNeeded: y / 4)
      }
    }
    return samples
  }

  /// Areas of levels requested one after the other, at various scales.
  private static let looks: [(scale: Double, x: Double, y: Double)] = [
    (1, 0.5, 0.9), (1, 0, 0), (0.7, 0.5, 0.5), (0.55, 0.9, 0.1), (1, 0.97, 0.98), (0.8, 0.3, 0.8),
  ]

  private static func area(_ look: (scale: Double, x: Double, y: Double), _ size: PixelSize)
    -> (Level, PixelRect)
  {
    let level = Level(of: size, scale: look.scale)
    let x = Int(look.x * Double(level.size.width - 400))
    let y = Int(look.y * Double(level.size.height - 300))
    return (level, PixelRect(minX: x, minY: y, maxX: x + 400, maxY: y + 300))
  }

  private func compare(_ format: DecoderClient.Format, _ file: PictureFile) throws {
    let plain = try DecoderClient(format, file)
    let storing = try DecoderClient(format, file, scratch: 1 << 30)
    let info = try plain.open()
    #expect(try storing.open() == info)
    for round in 0..<2 {
      if round == 1 { try storing.awaitCached() }
      for look in Self.looks {
        let (level, area) = Self.area(look, info.size)
        let expected = try plain.pixels(of: level, in: area)
        let pixels = try storing.pixels(of: level, in: area)
        // At 1 nothing is resampled; below, cached values have been rounded to 8 bits once.
        let limit = look.scale == 1 ? 0 : 2
        #expect(pixels.difference(expected) <= limit, "\(look)")
      }
    }
  }

  @Test func tilesOfAPNGAreCutFromTheStore() throws {
    let size = PixelSize(width: 2600, height: 1700)
    let file = PictureFile.png(Self.samples(size), width: 2600, height: 1700, channels: 3)
    try compare(.png, file)
  }

  @Test func tilesOfAJPEGAreCutFromTheStore() throws {
    let size = PixelSize(width: 6800, height: 4500)
    let options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
    try compare(.jpeg, .jpeg(Self.samples(size), options))
  }

  /// Noise, which doesn't compress.
  private static func noise(_ size: PixelSize, seed: UInt64) -> PictureFile {
    var numbers = SeededNumbers(seed: seed)
    var samples = [UInt8](repeating: 0, count: size.width * size.height * 3)
    for index in samples.indices { samples[index] = UInt8(truncatingIfNeeded: numbers.next()) }
    return .png(samples, width: size.width, height: size.height, channels: 3)
  }

  @Test func theRestComesFromPassesIfTheStoreIsFull() throws {
    let size = PixelSize(width: 2600, height: 1700)
    let file = Self.noise(size, seed: 41)
    // The picture takes 13 MB, half of it 3.3, a quarter 0.8, and all smaller levels 0.3.
    let storing = try DecoderClient(.png, file, scratch: 1_600_000)
    let plain = try DecoderClient(.png, file)
    #expect(try storing.open() == plain.open())
    for look in Self.looks + Self.looks {
      let (level, area) = Self.area(look, size)
      let pixels = try storing.pixels(of: level, in: area)
      let difference = try pixels.difference(plain.pixels(of: level, in: area))
      // At first there may be room for levels that are soon evicted.
      #expect(difference <= (look.scale == 1 ? 0 : 2), "\(look)")
    }
    #expect(storing.keptSizes.last == PixelSize(width: 650, height: 425), "\(storing.keptSizes)")
  }

  @Test func prefetchingWritesNothingToDisk() throws {
    let size = PixelSize(width: 2600, height: 1700)
    let file = PictureFile.png(Self.samples(size), width: 2600, height: 1700, channels: 3)
    let client = try DecoderClient(.png, file, scratch: 1 << 30)
    let plain = try DecoderClient(.png, file)
    #expect(try client.open() == plain.open())
    client.send(.caching(.never))
    for look in Self.looks {
      let (level, area) = Self.area(look, size)
      #expect(try client.pixels(of: level, in: area) == plain.pixels(of: level, in: area))
    }
    #expect(client.cachedBytes == 0)
    client.send(.caching(.onCloserLook))
    let (level, area) = Self.area(Self.looks[0], size)
    #expect(try client.pixels(of: level, in: area) == plain.pixels(of: level, in: area))
    try client.awaitCached()
    #expect(client.cachedBytes > 0)
  }

  @Test func anIdlePictureIsCachedBeforeTheUserZoomsIn() throws {
    let size = PixelSize(width: 2600, height: 1700)
    let file = PictureFile.png(Self.samples(size), width: 2600, height: 1700, channels: 3)
    let client = try DecoderClient(.png, file, scratch: 1 << 30)
    let plain = try DecoderClient(.png, file)
    #expect(try client.open() == plain.open())
    #expect(client.cachedBytes == 0)
    client.send(.caching(.now))
    try client.awaitCached()
    #expect(client.cachedBytes > 0)
    for look in Self.looks {
      let (level, area) = Self.area(look, size)
      let difference = try client.pixels(of: level, in: area)
        .difference(plain.pixels(of: level, in: area))
      #expect(difference <= (look.scale == 1 ? 0 : 2), "\(look)")
    }
  }

  @Test func aFullDiskIsNotReportedBeforeTheUserZoomsIn() throws {
    let size = PixelSize(width: 2600, height: 1700)
    let file = PictureFile.png(Self.samples(size), width: 2600, height: 1700, channels: 3)
    let client = try DecoderClient(.png, file, scratch: 1_600_000)
    _ = try client.open()
    client.send(.caching(.now))
    let fit = Level(of: size, scale: 0.2)
    for _ in 0..<5 { _ = try client.pixels(of: fit, in: PixelRect(fit.size)) }
    #expect(client.keptSizes.isEmpty && client.cachedBytes == 0)
  }

  @Test func requestsComeBeforeCachingAtRest() throws {
    // The decoder has memory for one pass at a time.
    let size = PixelSize(width: 2600, height: 1700)
    var options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
    options.is_progressive = true
    let file = PictureFile.jpeg(Self.samples(size), options)
    let fit = Level(of: size, scale: 0.2)
    // On a busy machine, caching may be complete before the tile is requested: then a run proves
    // nothing.
    let isFirst = try (0..<10).contains { _ in
      let client = try DecoderClient(.jpeg, file, scratch: 1 << 30)
      _ = try client.open()
      client.send(.caching(.now))
      try client.awaitProgress()
      _ = try client.pixels(of: fit, in: PixelRect(fit.size))
      let isFirst = !client.isCached
      try client.awaitCached()
      return isFirst
    }
    #expect(isFirst)
  }

  @Test func withoutDiskSpaceEveryTileComesFromAPass() throws {
    let size = PixelSize(width: 2600, height: 1700)
    let file = PictureFile.png(Self.samples(size), width: 2600, height: 1700, channels: 3)
    let client = try DecoderClient(.png, file, scratch: 0)
    let plain = try DecoderClient(.png, file)
    #expect(try client.open() == plain.open())
    for look in Self.looks {
      let (level, area) = Self.area(look, size)
      #expect(try client.pixels(of: level, in: area) == plain.pixels(of: level, in: area))
    }
    #expect(client.keptSizes == [.zero], "it is told once")
    #expect(plain.keptSizes.isEmpty, "nobody asked for it to be cached")
  }

  @Test func aTruncatedPictureShowsItsRows() throws {
    let size = PixelSize(width: 2600, height: 1700)
    let whole = PictureFile.png(Self.samples(size), width: 2600, height: 1700, channels: 3).bytes
    let client = try DecoderClient(
      .png, PictureFile(Array(whole[..<(whole.count / 2)])), scratch: 1 << 30)
    let info = try client.open()
    let (level, area) = Self.area((1, 0.5, 1), info.size)
    let pixels = try client.pixels(of: level, in: area)
    #expect(client.missing.count == 1, "\(client.missing)")
    #expect(pixels.pixel(area.width / 2, area.height - 1) == [0, 0, 0, 255])
    let (top, start) = Self.area((1, 0.5, 0), info.size)
    let upper = try client.pixels(of: top, in: start)
    #expect(upper.pixel(start.width / 2, 0) != [0, 0, 0, 255])
  }
}

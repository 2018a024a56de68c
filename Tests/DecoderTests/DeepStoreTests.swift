import CTIFF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Large 16-bit pictures cached on disk keep their precision, and look the same as when decoded
/// again.
@Suite struct DeepStoreTests {
  private static let size = PixelSize(width: 2100, height: 2000)

  enum Kind: CaseIterable {
    case grey, greyAlpha, color, translucent

    var channels: Int {
      switch self {
      case .grey: 1
      case .greyAlpha: 2
      case .color: 3
      case .translucent: 4
      }
    }

    var format: DecoderClient.Format { channels < 3 ? .png : .tiff }

    /// A file of this kind: greys as PNG, colours as TIFF.
    func file(_ size: PixelSize, _ samples: [Int]) -> PictureFile {
      guard channels >= 3 else {
        let png = RawPNG(
          width: size.width, height: size.height, colorType: channels == 1 ? 0 : 4, depth: 16)
        return PictureFile(png.file(samples))
      }
      var layout = TIFFWriter.Layout()
      layout.size = size
      layout.bits = 16
      layout.samples = channels
      if channels == 4 { layout.extraSample = EXTRASAMPLE_UNASSALPHA }
      let writer = TIFFWriter()
      writer.add(layout, samples: samples)
      return writer.finish()
    }
  }

  /// Gradients too fine for 8 bits, with edges; holes with hard and soft borders.
  private static func samples(_ kind: Kind) -> [Int] {
    let (width, channels) = (size.width, kind.channels)
    let hasAlpha = channels % 2 == 0
    var samples = [Int](repeating: 65535, count: width * size.height * channels)
    for y in 0..<size.height {
      for x in 0..<width {
        let start = (y * width + x) * channels
        for channel in 0..<(hasAlpha ? channels - 1 : channels) {
          samples[start + channel] =
            (3 * x + 2 * y + 999 * channel + ((x / 40 ^ y / 40) & 3) * 9000) & 0xFFFF
        }
        if hasAlpha, x / 90 % 3 == 0, y / 70 % 2 == 0 {
          samples[start + channels - 1] = x * 711 & 0xFFFF
        }
      }
    }
    return samples
  }

  /// Areas of levels requested one after the other, at various scales.
  private static let looks: [(scale: Double, x: Double, y: Double)] = [
    (1, 0.5, 0.9), (1, 0, 0), (0.7, 0.5, 0.5), (0.62, 0.9, 0.1), (1, 0.97, 0.98), (0.25, 0, 0),
    (0.8, 0.3, 0.8),
  ]

  private func area(
    _ look: (scale: Double, x: Double, y: Double), _ info: SourceInfo
  ) -> (Level, PixelRect) {
    let level = info.levels.exactLevel(scale: look.scale)
    let x = Int(look.x * Double(level.size.width - 400))
    let y = Int(look.y * Double(level.size.height - 300))
    return (level, PixelRect(minX: x, minY: y, maxX: x + 400, maxY: y + 300))
  }

  /// The largest difference of two pictures in light, relative to the tone.
  ///
  /// Dark tones next to bright ones are held to a tenth of white's step.
  private func difference(_ one: [SIMD4<Float>], _ other: [SIMD4<Float>]) -> Float {
    zip(one, other).reduce(0) { worst, pair in
      (0..<4).reduce(worst) { worst, channel in
        let (a, b) = (pair.0[channel], pair.1[channel])
        return max(worst, abs(a - b) / (max(abs(a), abs(b)) + 0.1))
      }
    }
  }

  private func compare(_ storing: DecoderClient, _ plain: DecoderClient) throws {
    let info = try plain.open(acceptsLight: true)
    #expect(try storing.open(acceptsLight: true) == info)
    #expect(info.levels.shape.format == .rgba16f)
    for round in 0..<2 {
      if round == 1, storing.keptSizes.isEmpty { try storing.awaitCached() }
      for look in Self.looks {
        let (level, area) = area(look, info)
        let (light, expected) = try (
          storing.light(of: level, in: area), plain.light(of: level, in: area)
        )
        if look.scale == 1 {
          let isSame = light == expected
          #expect(isSame, "nothing is resampled: \(look), round \(round)")
        } else {
          // Half floats have steps of 1/2000; cached values have been rounded once more.
          #expect(difference(light, expected) < 1.0 / 1000, "\(look), round \(round)")
        }
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func sixteenBitTilesAreCutFromTheStore(_ kind: Kind) throws {
    let file = kind.file(Self.size, Self.samples(kind))
    let storing = try DecoderClient(kind.format, file, scratch: 1 << 30)
    try compare(storing, DecoderClient(kind.format, file))
    #expect(storing.keptSizes.isEmpty)
    // Gradients pack well, and greys are packed as one value.
    let pixels = Self.size.width * Self.size.height
    #expect(storing.cachedBytes > 0 && storing.cachedBytes < pixels * 2 * kind.channels)
  }

  @Test func theStoreKeepsMoreThanEightBits() throws {
    // The darkest 17 of 255 codes, in 4200 steps.
    let size = Self.size
    let samples = (0..<size.width * size.height).map { $0 % size.width * 2 }
    let file = Kind.grey.file(size, samples)
    let client = try DecoderClient(.png, file, scratch: 1 << 30)
    let info = try client.open(acceptsLight: true)
    let level = info.levels.exactLevel(scale: 1)
    let area = PixelRect(minX: 0, minY: 900, maxX: size.width, maxY: 901)
    _ = try client.light(of: level, in: area)
    try client.awaitCached()
    let light = try client.light(of: level, in: area)
    for exposure in [Float(1), 16, 64] {
      let shown = light.map { $0.x * exposure }
      #expect(Set(shown).count > 1000, "exposed \(exposure) times")
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 })
    }
    // sRGB is linear there.
    for x in [0, 1, 500, 1000] {
      let wanted = Float(2 * x) / 65535 / 12.92
      #expect(abs(light[x].x - wanted) <= wanted / 2048 + 0x1p-25, "\(x)")
    }
    #expect(light.allSatisfy { $0.w == 1 && $0.y == $0.x && $0.z == $0.x })
  }

  @Test func theRestComesFromPassesIfTheStoreIsFull() throws {
    var numbers = SeededNumbers(seed: 43)
    let count = Self.size.width * Self.size.height
    let samples = (0..<count).map { _ in Int(truncatingIfNeeded: numbers.next() & 0xFFFF) }
    let file = Kind.grey.file(Self.size, samples)
    // Half floats of noise: 8 MB for the picture, 2 for half of it, 0.7 for the rest.
    let storing = try DecoderClient(.png, file, scratch: 3_000_000)
    try compare(storing, DecoderClient(.png, file))
    #expect(storing.keptSizes.last == PixelSize(width: 1050, height: 1000))
    #expect(storing.cachedBytes <= 3_000_000 + 4096)
  }

  @Test(arguments: [
    PixelSize(width: 4_200_000, height: 1), PixelSize(width: 1, height: 4_200_000),
    PixelSize(width: 1_400_001, height: 3),
  ])
  func veryNarrowPicturesAreCached(_ size: PixelSize) throws {
    let samples = (0..<size.width * size.height).map { $0 * 7 & 0xFFFF }
    let file = Kind.grey.file(size, samples)
    let storing = try DecoderClient(.png, file, scratch: 1 << 30)
    let plain = try DecoderClient(.png, file)
    let info = try plain.open(acceptsLight: true)
    #expect(try storing.open(acceptsLight: true) == info)
    for round in 0..<2 {
      if round == 1 { try storing.awaitCached() }
      for scale in [1, 0.5] {
        let level = info.levels.exactLevel(scale: scale)
        let (width, height) = (level.size.width, level.size.height)
        let area = PixelRect(
          minX: width / 2, minY: height / 2, maxX: min(width, width / 2 + 300),
          maxY: min(height, height / 2 + 300))
        let (light, expected) = try (
          storing.light(of: level, in: area), plain.light(of: level, in: area)
        )
        #expect(difference(light, expected) < (scale == 1 ? 1e-9 : 1.0 / 1000), "\(scale)")
      }
    }
  }

  @Test func floatingPointPicturesAreCached() throws {
    let size = Self.size
    let samples = (0..<size.width * size.height * 3).map { index -> Int in
      let light = Float(index / 3 % size.width) / 200 - Float(index % 3)
      return Int(light.bitPattern)
    }
    var layout = TIFFWriter.Layout()
    layout.size = size
    layout.bits = 32
    layout.sampleFormat = SAMPLEFORMAT_IEEEFP
    let writer = TIFFWriter()
    writer.add(layout, samples: samples)
    let file = writer.finish()
    let storing = try DecoderClient(.tiff, file, scratch: 1 << 30)
    // The first view is a close one: the cache must report the brightness.
    let info = try storing.open(acceptsLight: true)
    let level = info.levels.exactLevel(scale: 1)
    let area = PixelRect(minX: 1900, minY: 700, maxX: 2100, maxY: 701)
    let light = try storing.light(of: level, in: area)
    try storing.awaitCached()
    #expect(try storing.light(of: level, in: area) == light)
    #expect(abs(light[100].x - 10) < 0.01 && abs(light[100].z - 8) < 0.01)
    #expect(try #require(storing.headroom) > 9)
  }
}

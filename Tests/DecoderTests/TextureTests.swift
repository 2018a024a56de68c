import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Textures (DDS), compared with the values of their blocks and bytes.
@Suite struct TextureTests {
  /// Whole blocks, and sizes that end within one.
  static let sizes = [(64, 48), (61, 43), (62, 45), (3, 2), (1, 9), (5, 1)]
    .map { PixelSize(width: $0.0, height: $0.1) }

  private func expectPixels(_ file: [UInt8], _ straight: [UInt8], _ size: PixelSize) throws {
    let client = try DecoderClient(.classic, PictureFile(file))
    let info = try client.open()
    try #require(info.size == size)
    let pixels = try client.pixels(of: Level(size: size))
    // Decoders differ in how they round interpolated colours.
    #expect(pixels.difference(Pixels(straight: straight, size: size)) <= 2)
    #expect(client.missing.isEmpty)
  }

  @Test(arguments: TextureWriter.Kind.allCases, sizes)
  func compressedBlocksDecode(_ kind: TextureWriter.Kind, _ size: PixelSize) throws {
    let (file, pixels) = TextureWriter(size: size).blocks(kind)
    try expectPixels(file, pixels, size)
  }

  @Test(arguments: [false, true], sizes)
  func uncompressedPixelsDecode(_ hasAlpha: Bool, _ size: PixelSize) throws {
    let samples = FormatSamples.samples(size, channels: hasAlpha ? 4 : 3)
    let straight =
      hasAlpha
      ? samples
      : stride(from: 0, to: samples.count, by: 3).flatMap { samples[$0..<$0 + 3] + [255] }
    for hasPitch in [true, false] {
      let writer = TextureWriter(size: size, hasPitch: hasPitch)
      try expectPixels(writer.plain(samples, hasAlpha: hasAlpha), straight, size)
    }
  }

  /// The largest level is shown, and a cube's first face, whatever follows them.
  @Test(arguments: [(7, false), (0, true), (7, true)])
  func smallerLevelsAndOtherFacesAreIgnored(_ levels: Int, _ isCube: Bool) throws {
    let size = PixelSize(width: 64, height: 64)
    let writer = TextureWriter(size: size, levels: levels, isCube: isCube)
    let smaller = [UInt8](repeating: 0xA5, count: 64 * 64 * 4 * (isCube ? 6 : 1))
    let samples = FormatSamples.samples(size, channels: 4)
    try expectPixels(writer.plain(samples, hasAlpha: true) + smaller, samples, size)
    for kind in TextureWriter.Kind.allCases {
      let (file, pixels) = writer.blocks(kind)
      try expectPixels(file + smaller, pixels, size)
    }
  }

  @Test(arguments: [16, 300])
  func truncatedFilesShowTheirBlocks(_ missing: Int) throws {
    let size = PixelSize(width: 61, height: 43)
    let whole = [
      TextureWriter(size: size).blocks(.dxt5).file,
      TextureWriter(size: size).plain(
        FormatSamples.samples(size, channels: 3), hasAlpha: false),
    ]
    for file in whole {
      let client = try DecoderClient(.classic, PictureFile(Array(file.dropLast(missing))))
      let info = try client.open()
      _ = try client.pixels(of: Level(size: info.size))
      #expect(client.missing.count == 1)
    }
  }
}

import Geometry

extension FormatSamples {
  private static let small = SmallFormatWriter(width: 68, height: 44)

  /// QOI with and without alpha.
  static func qoi() -> [PictureFile] {
    [3, 4].map { PictureFile(small.qoi(small.samples(channels: $0), channels: $0)) }
  }

  /// PFM, Radiance, DDS and Photoshop.
  static func classicTextures() -> [PictureFile] {
    let texture = TextureWriter(size: PixelSize(width: 61, height: 43))
    let samples = small.samples(channels: 4)
    return [
      small.pfm(small.light(), channels: 3), small.radiance(small.light(), isRuns: true).bytes,
      TextureWriter(size: small.size).plain(samples, hasAlpha: true),
      texture.blocks(.dxt1).file, texture.blocks(.dxt5).file,
      texture.extended(98, BlockWriter.blocks(16 * 16 * 11)),
      texture.extended(95, BlockWriter.blocks(16 * 16 * 11)),
      small.photoshop(small.samples(channels: 3), channels: 3, isRuns: true),
      small.photoshop(samples, channels: 4, isDeep: true, layers: -1),
      small.photoshop(samples, channels: 4, mode: 4, isLarge: true, isRuns: true),
    ].map { PictureFile($0) }
  }
}

import Geometry

extension FormatSamples {
  private static let small = SmallFormatWriter(width: 68, height: 44)

  /// QOI with and without alpha.
  static func qoi() -> [PictureFile] {
    [3, 4].map { PictureFile(small.qoi(small.samples(channels: $0), channels: $0)) }
  }

  /// Radiance's.
  static func hdr() -> [PictureFile] { [PictureFile(small.radiance(small.light()).bytes)] }

  /// PFM, DDS, Photoshop, and the rasterfiles of which large ones are passed on to it.
  static func freeImage() -> [PictureFile] {
    let bitmap = LongTailWriter(width: 68, height: 44)
    return [
      bitmap.sun(bitmap.samples()),
      small.pfm(small.light(), channels: 3),
      TextureWriter(size: small.size).plain(small.samples(channels: 4), hasAlpha: true),
      TextureWriter(size: PixelSize(width: 61, height: 43)).blocks(.dxt1).file,
      TextureWriter(size: PixelSize(width: 60, height: 44)).blocks(.dxt5).file,
      small.photoshop(small.samples(channels: 3), channels: 3),
      small.photoshop(small.samples(channels: 4), channels: 4, isDeep: true),
    ].map { PictureFile($0) }
  }
}

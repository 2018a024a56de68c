import Geometry

extension FormatSamples {
  /// One of each format that GraphicsMagick reads, but those that are as another.
  static func magick() -> [PictureFile] {
    let writer = LongTailWriter(width: 67, height: 45)
    let samples = writer.samples()
    let bits = samples.prefix(67 * 45).map { $0 & 1 }
    return [
      writer.bmp(samples), writer.bmp(writer.samples(isOpaque: false), hasAlpha: true),
      writer.tga(samples, isRuns: true),
      writer.pnm(6, samples), writer.pcx(samples), writer.xbm(Array(bits)),
      writer.wbmp(Array(bits)), writer.sgi(samples), writer.sun(samples),
    ].map { PictureFile($0) }
  }
}

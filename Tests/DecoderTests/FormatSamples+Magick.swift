import Geometry

extension FormatSamples {
  /// One of each format that GraphicsMagick reads, and of its ways to store pixels.
  static func magick() -> [PictureFile] {
    let writer = LongTailWriter(width: 67, height: 45)
    let samples = writer.samples()
    let bits = samples.prefix(67 * 45).map { $0 & 1 }
    return [
      writer.bmp(samples), writer.bmp(writer.samples(isOpaque: false), hasAlpha: true),
      writer.tga(samples, isRuns: true),
      writer.pnm(6, samples), writer.pcx(samples), writer.xbm(Array(bits)),
      writer.wbmp(Array(bits)), writer.sgi(samples), writer.sun(samples),
      writer.xpm(
        writer.numbers(below: 4).map { UInt8($0) },
        palette: [[UInt8]](repeating: [9, 80, 200], count: 4)),
      writer.pnm(3, samples), writer.pam(writer.samples(isOpaque: false)),
      writer.pnm(5, most: 1023, writer.numbers(below: 1024)),
    ].map { PictureFile($0) }
  }
}

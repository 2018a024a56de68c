import Geometry

extension FormatSamples {
  /// One of each format that GraphicsMagick reads, and of its ways to store pixels.
  static func magick() -> [PictureFile] {
    let writer = LongTailWriter(width: 67, height: 45)
    let samples = writer.samples()
    return [
      writer.bmp(samples), writer.bmp(writer.samples(isOpaque: false), hasAlpha: true),
      writer.tga(samples, isRuns: true),
    ].map { PictureFile($0) }
  }
}

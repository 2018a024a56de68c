import Geometry

extension FormatSamples {
  /// Lossy, lossy with alpha and a profile, lossless, and animated.
  static func webp() -> [PictureFile] {
    let size = PixelSize(width: 120, height: 90)
    let opaque = WebPWriter.samples(size, alpha: false)
    let translucent = WebPWriter.samples(size, alpha: true)
    let withAlpha = WebPWriter.extended(
      WebPWriter.file(translucent, size), size, icc: SwappedProfile.bytes(padding: 0),
      exif: Exif.block(orientation: 6, isLittle: true), alpha: true)
    return [
      PictureFile(WebPWriter.file(opaque, size)), PictureFile(withAlpha),
      PictureFile(
        WebPWriter.file(
          WebPWriter.samples(PixelSize(width: 60, height: 40), alpha: true),
          PixelSize(width: 60, height: 40), WebPWriter.Options(isLossless: true))),
      PictureFile(WebPFrameTests.animation(seed: 1, count: 4)),
    ]
  }
}

import CJPEG
import Geometry

extension FormatSamples {
  /// A mosaic with the camera's embedded picture, a compressed one, and one that is already
  /// demosaiced.
  static func raw() -> [PictureFile] {
    var camera = DNGWriter()
    camera.bits = 14
    let size = PixelSize(width: 48, height: 32)
    camera.preview = (
      PictureFile.jpeg(samples(size, channels: 3), .usual(width: 48, height: 32)).bytes, size
    )
    var compressed = DNGWriter()
    (compressed.isJPEG, compressed.bits, compressed.orientation) = (true, 12, 8)
    var light = DNGWriter()
    light.samples = .light
    return [camera, compressed, light].map { PictureFile($0.bytes) }
  }
}

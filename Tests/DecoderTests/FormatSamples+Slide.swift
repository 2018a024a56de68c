import CTIFF
import Geometry

extension FormatSamples {
  /// A slide with associated pictures, one in JPEG, and one whose description is XML.
  static func slide() -> [PictureFile] {
    var plain = SlideWriter()
    plain.sizes = [PixelSize(width: 200, height: 130), PixelSize(width: 50, height: 32)]
    var coded = plain
    coded.compression = COMPRESSION_JPEG
    var described = plain
    described.vendor = .leica
    return [plain, coded, described].map { $0.file() }
  }
}

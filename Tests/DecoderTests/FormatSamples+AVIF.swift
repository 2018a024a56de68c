import CAVIF
import Geometry

extension FormatSamples {
  /// Lossy, deep with alpha, rotated with a profile, a grid, and a sequence.
  static func avif() -> [PictureFile] {
    var deep = AVIFWriter()
    deep.depth = 10
    deep.hasAlpha = true
    deep.layout = AVIF_PIXEL_FORMAT_YUV444
    var turned = AVIFWriter()
    turned.rotation = 1
    turned.mirror = 0
    turned.crop = PixelRect(minX: 2, minY: 4, maxX: 62, maxY: 40)
    turned.profile = SwappedProfile.bytes(padding: 0)
    turned.exif = Exif.block(orientation: 6, isLittle: true)
    var grid = AVIFWriter()
    grid.size = PixelSize(width: 128, height: 192)
    grid.grid = (columns: 2, rows: 3)
    var sequence = AVIFWriter()
    sequence.frames = 3
    return [AVIFWriter(), deep, turned, grid, sequence].map { $0.file() }
  }
}

import CJP2
import Geometry

extension FormatSamples {
  /// Lossy, tiled with alpha, and a bare codestream in grey.
  static func jp2() -> [PictureFile] {
    var lossy = JP2Writer()
    lossy.isLossy = true
    var tiled = JP2Writer()
    (tiled.tile, tiled.channels, tiled.hasAlpha) = (32, 4, true)
    var gray = JP2Writer()
    (gray.channels, gray.depth, gray.isContainer) = (1, 12, false)
    gray.space = OPJ_CLRSPC_GRAY
    return [lossy, tiled, gray].map { PictureFile($0.bytes($0.planes())) }
  }
}

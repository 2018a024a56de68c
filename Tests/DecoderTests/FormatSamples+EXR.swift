import Geometry

extension FormatSamples {
  /// Scan lines, tiles, and layers with alpha.
  static func exr() -> [PictureFile] {
    var tiled = EXRWriter.Part()
    (tiled.tile, tiled.compression, tiled.type) = (32, 4, 1)
    var layered = EXRWriter.Part()
    layered.channels = ["R", "G", "B", "A", "left.Y"]
    return [EXRWriter.Part(), tiled, layered].map { PictureFile(EXRWriter.bytes([$0])) }
  }
}

import Geometry

extension FormatSamples {
  /// Lossy, deep with alpha, rotated with a profile, a phone's grid, and several pictures.
  static func heic() -> [PictureFile] {
    var deep = HEICWriter()
    deep.depth = 10
    deep.hasAlpha = true
    deep.chroma = "444"
    var turned = HEICWriter()
    turned.orientation = 5
    turned.profile = SwappedProfile.bytes(padding: 0)
    turned.exif = Exif.block(orientation: 5, isLittle: true)
    var grid = HEICGridWriter()
    grid.rotation = 3
    var pages = HEICWriter()
    pages.pages = (count: 2, primary: 1)
    return [HEICWriter(), deep, turned, pages].map { $0.file() } + [PictureFile(grid.bytes())]
  }
}

import Geometry

extension FormatSamples {
  /// A still, an interlaced one with transparency, and an animation.
  static func gif() -> [PictureFile] {
    let size = PixelSize(width: 120, height: 90)
    return [
      PictureFile(GIFPixelTests.still(size, colors: 200).bytes),
      PictureFile(GIFPixelTests.still(size, colors: 16, isInterlaced: true, transparent: 3).bytes),
      PictureFile(GIFFrameTests.animation(seed: 3, count: 5).bytes),
    ]
  }
}

import CJXL
import Geometry

extension FormatSamples {
  /// JPEG XL: lossy, lossless with alpha, an animation, and a container.
  static func jxl() -> [PictureFile] {
    let size = PixelSize(width: 320, height: 270)
    var lossy = JXLWriter(width: 320, height: 270)
    lossy.isLossless = false
    let lossless = JXLWriter(width: 64, height: 40, channels: 4)
    var animation = JXLWriter(width: 48, height: 36)
    animation.isAnimated = true
    let part = PixelRect(minX: 10, minY: 5, maxX: 30, maxY: 25)
    var container = JXLWriter(width: 90, height: 70, channels: 1)
    container.isInContainer = true
    container.isLossless = false
    container.settings = [(JXL_ENC_FRAME_SETTING_PROGRESSIVE_AC, 1)]
    return [
      lossy.file(JXLPixelTests.waves(size, channels: 3)),
      lossless.file(JXLPixelTests.noise(64 * 40 * 4)),
      animation.file([
        JXLWriter.Frame(numbers: JXLPixelTests.noise(48 * 36 * 3), duration: 10),
        JXLWriter.Frame(
          numbers: JXLPixelTests.noise(20 * 20 * 3, seed: 2), crop: part, duration: 10),
      ]),
      container.file(JXLPixelTests.waves(container.size, channels: 1)),
    ]
  }
}

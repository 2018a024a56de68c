import CWebP
import CWebPTools
import Geometry

/// libwebp's own decoders in the tests' process: the whole picture at once, straight RGBA.
enum WebPReference {
  /// A still picture.
  static func pixels(_ file: [UInt8]) -> Pixels? {
    var (width, height) = (Int32(0), Int32(0))
    guard let bytes = WebPDecodeRGBA(file, file.count, &width, &height) else { return nil }
    defer { WebPFree(bytes) }
    let count = Int(width) * Int(height) * 4
    return Pixels(
      straight: Array(UnsafeBufferPointer(start: bytes, count: count)),
      size: PixelSize(width: Int(width), height: Int(height)))
  }

  /// The canvas of an animation at each of its frames.
  static func frames(_ file: [UInt8], canvas: PixelSize) -> [Pixels] {
    file.withUnsafeBufferPointer { file in
      var data = WebPData(bytes: file.baseAddress, size: file.count)
      guard let decoder = WebPAnimDecoderNew(&data, nil) else { return [] }
      defer { WebPAnimDecoderDelete(decoder) }
      var frames: [Pixels] = []
      var bytes: UnsafeMutablePointer<UInt8>?
      var time: Int32 = 0
      while WebPAnimDecoderGetNext(decoder, &bytes, &time) != 0, let bytes {
        let count = canvas.width * canvas.height * 4
        frames.append(
          Pixels(
            straight: Array(UnsafeBufferPointer(start: bytes, count: count)), size: canvas))
      }
      return frames
    }
  }
}

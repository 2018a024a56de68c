import CJPEG
import Geometry

/// libjpeg's own decoding of a whole file: no cropping, no skipping, one buffer.
enum LibjpegReference {
  /// The samples of all rows, and the number of samples per pixel.
  static func decode(_ file: PictureFile) -> (size: PixelSize, channels: Int, samples: [UInt8]) {
    guard let reader = fresnel_jpeg_reader_create(file.descriptor.number) else {
      fatalError("memory")
    }
    defer { fresnel_jpeg_reader_destroy(reader) }
    var header = fresnel_jpeg_header()
    precondition(fresnel_jpeg_reader_read_header(reader, false, &header) == FRESNEL_JPEG_OK)
    var layout = fresnel_jpeg_layout()
    precondition(
      fresnel_jpeg_reader_start(reader, 8, 0, header.width, &layout) == FRESNEL_JPEG_OK)
    var isReady = false
    while !isReady {
      precondition(fresnel_jpeg_reader_prepare(reader, 1000, &isReady) == FRESNEL_JPEG_OK)
    }
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    let stride = size.width * Int(header.channels)
    var samples = [UInt8](repeating: 0, count: stride * size.height)
    var got: UInt32 = 0
    let status = fresnel_jpeg_reader_read_rows(reader, &samples, stride, header.height, &got)
    precondition(status == FRESNEL_JPEG_OK && got == header.height)
    return (size, Int(header.channels), samples)
  }

  /// The decoded pixels as opaque RGBA; not for CMYK.
  static func pixels(_ file: PictureFile) -> Pixels {
    let (size, channels, samples) = decode(file)
    var pixels = Pixels(size: size)
    for index in 0..<size.width * size.height {
      for channel in 0..<3 {
        pixels.bytes[index * 4 + channel] = samples[index * channels + channel % channels]
      }
      pixels.bytes[index * 4 + 3] = 255
    }
    return pixels
  }
}

import CCairo
import Tiles

extension DrawnPixels {
  /// Returns a compressed PNG file of the pixels, in sRGB without a profile.
  ///
  /// It has no alpha if all pixels are opaque. `nil` if there is not enough memory. It blocks; any
  /// thread may call it.
  public func png() -> [UInt8]? {
    let count = bytes.count
    // In cairo's pixels blue is the lowest byte; a surface without alpha produces a file without
    // it.
    var swapped = bytes
    var isOpaque = true
    for start in stride(from: 0, to: count, by: 4) {
      swapped.swapAt(start, start + 2)
      isOpaque = isOpaque && swapped[start + 3] == 255
    }
    let format = isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    var file: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &file) { file in
      swapped.withUnsafeMutableBufferPointer { pixels in
        let surface = cairo_image_surface_create_for_data(
          pixels.baseAddress, format, Int32(size.width), Int32(size.height), Int32(size.width * 4))
        defer { cairo_surface_destroy(surface) }
        return cairo_surface_write_to_png_stream(
          surface,
          { file, bytes, count in
            file?.assumingMemoryBound(to: [UInt8].self).pointee
              .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
            return CAIRO_STATUS_SUCCESS
          }, file)
      }
    }
    return status == CAIRO_STATUS_SUCCESS ? file : nil
  }
}

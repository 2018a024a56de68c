/// Conversions of whole rows of pixels before cutting.
enum PixelRows {
  /// Composites premultiplied pixels on white, by their codes, like a view on a white window.
  static func putOnWhite(
    _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for pixel in 0..<count {
      let start = 4 &* pixel
      let paper = 255 &- UInt16(source[start &+ 3])
      for channel in start..<start &+ 3 {
        target[channel] = UInt8(truncatingIfNeeded: min(UInt16(source[channel]) &+ paper, 255))
      }
      target[start &+ 3] = 255
    }
  }

  /// Divides colours by alpha, rounding to nearest.
  static func straighten(
    _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for pixel in 0..<count {
      let start = 4 &* pixel
      let alpha = UInt32(source[start &+ 3])
      target[start &+ 3] = source[start &+ 3]
      for channel in start..<start &+ 3 {
        let code = UInt32(source[channel])
        target[channel] =
          alpha == 255
          ? source[channel]
          : alpha == 0
            ? 0 : UInt8(truncatingIfNeeded: min((code &* 255 &+ alpha / 2) / alpha, 255))
      }
    }
  }
}

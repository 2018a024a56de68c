/// Converts premultiplied pixels to straight alpha, as PNG requires.
package enum StraightAlpha {
  /// Divides the colours of 8-bit RGBA pixels by their alpha, rounding to nearest.
  package static func convert(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { bytes in
      var index = 0
      while index + 3 < bytes.count {
        let alpha = UInt32(bytes[index + 3])
        if alpha == 0 {
          bytes[index] = 0
          bytes[index + 1] = 0
          bytes[index + 2] = 0
        } else if alpha < 255 {
          for channel in index..<index + 3 {
            let straight = (UInt32(bytes[channel]) * 255 + alpha / 2) / alpha
            bytes[channel] = UInt8(min(straight, 255))
          }
        }
        index += 4
      }
    }
  }
}

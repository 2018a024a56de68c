/// The colour of glass that was not scanned: the slide's own, or white.
struct SlideBackground {
  private let red: UInt32
  private let green: UInt32
  private let blue: UInt32

  /// Parses a colour of six hexadecimal digits, as in OpenSlide's property.
  init(_ digits: String?) {
    let number =
      digits.flatMap { $0.utf8.count == 6 ? UInt32($0, radix: 16) : nil } ?? 0xFF_FFFF
    red = number >> 16 & 255
    green = number >> 8 & 255
    blue = number & 255
  }

  /// Composites premultiplied 32-bit ARGB over the background, to three bytes per pixel.
  func cover(
    _ source: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<count {
      let pixel = source[index]
      let rest = 255 - (pixel >> 24)
      var (r, g, b) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
      if rest > 0 {
        r = min(255, r + (red * rest + 127) / 255)
        g = min(255, g + (green * rest + 127) / 255)
        b = min(255, b + (blue * rest + 127) / 255)
      }
      target[3 * index] = UInt8(truncatingIfNeeded: r)
      target[3 * index + 1] = UInt8(truncatingIfNeeded: g)
      target[3 * index + 2] = UInt8(truncatingIfNeeded: b)
    }
  }

  /// Fills three-byte pixels with the background.
  func fill(_ target: UnsafeMutablePointer<UInt8>, count: Int) {
    for index in 0..<count {
      target[3 * index] = UInt8(truncatingIfNeeded: red)
      target[3 * index + 1] = UInt8(truncatingIfNeeded: green)
      target[3 * index + 2] = UInt8(truncatingIfNeeded: blue)
    }
  }
}

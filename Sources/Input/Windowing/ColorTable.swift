/// The palette of a screen with 8 bits per pixel, and dithering to it.
///
/// Each channel has evenly spaced levels. The pixel's position in the window decides between the
/// two nearest ones, so that repainting a part does not change any pixel.
struct ColorTable: Hashable, Sendable {
  /// The number of levels of each channel; a grayscale screen has one channel.
  enum Channels: Hashable, Sendable {
    case color(red: Int, green: Int, blue: Int)
    case gray(Int)

    /// The number of colours.
    var count: Int {
      switch self {
      case .color(let red, let green, let blue): red * green * blue
      case .gray(let levels): levels
      }
    }

    /// Returns a colour with 16 bits per channel; red varies slowest, blue fastest.
    func color(at index: Int) -> (red: UInt16, green: UInt16, blue: UInt16) {
      func part(_ level: Int, of levels: Int) -> UInt16 { UInt16(level * 0xffff / (levels - 1)) }
      switch self {
      case .color(let red, let green, let blue):
        return (
          part(index / (green * blue), of: red), part(index / blue % green, of: green),
          part(index % blue, of: blue)
        )
      case .gray(let levels):
        let value = part(index, of: levels)
        return (value, value, value)
      }
    }
  }

  /// The levels of each channel, at least two.
  let channels: Channels
  /// The server's pixel value of each colour, in the order of `Channels.color(at:)`.
  private let pixels: [UInt8]

  /// Creates a table; there must be one pixel value for each colour.
  init(_ channels: Channels, pixels: [UInt8]) {
    precondition(pixels.count == channels.count)
    self.channels = channels
    self.pixels = pixels
  }

  static let edge = 8

  /// The threshold of a position in the dither matrix, 0 to 63 (ordered dithering, Bayer 1973).
  private static func rank(_ x: Int, _ y: Int) -> Int {
    let mixed = x ^ y
    return (mixed & 1) << 5 | (y & 1) << 4 | (mixed & 2) << 2 | (y & 2) << 1 | (mixed & 4) >> 1
      | (y & 4) >> 2
  }

  /// The level of each 8-bit value for each threshold, multiplied by the level's weight in the
  /// table index.
  private static func steps(levels: Int, weight: Int) -> [Int32] {
    (0..<64).flatMap { rank in
      (0...255).map { value in
        Int32((value * (levels - 1) * 128 + (2 * rank + 1) * 255) / (255 * 128) * weight)
      }
    }
  }

  /// Converts rows of BGRA pixels to pixel values of this table; `x` and `y` are the first pixel's
  /// position in the window.
  func convert(
    _ source: UnsafeRawPointer, sourceStride: Int, to target: UnsafeMutableRawPointer,
    targetStride: Int, width: Int, height: Int, x firstX: Int = 0, y firstY: Int = 0
  ) {
    let red: [Int32]
    let green: [Int32]
    let blue: [Int32]
    let isGray: Bool
    switch channels {
    case .color(let reds, let greens, let blues):
      red = Self.steps(levels: reds, weight: greens * blues)
      green = Self.steps(levels: greens, weight: blues)
      blue = Self.steps(levels: blues, weight: 1)
      isGray = false
    case .gray(let levels):
      (red, green, blue) = (Self.steps(levels: levels, weight: 1), [], [])
      isGray = true
    }
    let mask = Self.edge - 1
    for row in 0..<height {
      var from = source + row &* sourceStride
      var to = target + row &* targetStride
      for column in 0..<width {
        let bgra = from.loadUnaligned(as: UInt32.self)
        let (r, g, b) = (Int(bgra >> 16 & 255), Int(bgra >> 8 & 255), Int(bgra & 255))
        let place = Self.rank((firstX &+ column) & mask, (firstY &+ row) & mask) &* 256
        let index =
          isGray
          // Rec. 601 luma weights, in 1/256.
          ? red[place &+ (r &* 77 &+ g &* 150 &+ b &* 29 &+ 128) >> 8]
          : red[place &+ r] &+ green[place &+ g] &+ blue[place &+ b]
        to.storeBytes(of: pixels[Int(index)], as: UInt8.self)
        from += 4
        to += 1
      }
    }
  }
}

/// The few colours of a screen of 8 bits a pixel, and pictures dithered into them.
///
/// Each channel has some evenly spaced levels. Which of the two nearest ones a pixel gets is
/// decided by its place in the window, so that painting a part anew changes no pixel.
struct ColorTable: Hashable, Sendable {
  /// Levels of red, green and blue; gray screens have one channel.
  enum Channels: Hashable, Sendable {
    case color(red: Int, green: Int, blue: Int)
    case gray(Int)

    /// How many colours there are.
    var count: Int {
      switch self {
      case .color(let red, let green, let blue): red * green * blue
      case .gray(let levels): levels
      }
    }

    /// A colour with 16 bits a channel: red changes slowest, blue fastest.
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

  /// The levels of the channels; at least two each.
  let channels: Channels
  /// The server's number for each colour, in the order of `Channels.color(at:)`.
  private let pixels: [UInt8]

  /// A table of as many pixels as the channels have colours.
  init(_ channels: Channels, pixels: [UInt8]) {
    precondition(pixels.count == channels.count)
    self.channels = channels
    self.pixels = pixels
  }

  /// The edge of the square of places that repeats.
  static let edge = 8

  /// The rank of a place in the square, 0 to 63, spread so that neighbours are far apart (Bayer
  /// 1973).
  private static func rank(_ x: Int, _ y: Int) -> Int {
    let mixed = x ^ y
    return (mixed & 1) << 5 | (y & 1) << 4 | (mixed & 2) << 2 | (y & 2) << 1 | (mixed & 4) >> 1
      | (y & 4) >> 2
  }

  /// The level of each value of 8 bits at each rank, times what a level counts in the table.
  private static func steps(levels: Int, weight: Int) -> [Int32] {
    (0..<64).flatMap { rank in
      (0...255).map { value in
        Int32((value * (levels - 1) * 128 + (2 * rank + 1) * 255) / (255 * 128) * weight)
      }
    }
  }

  /// Turns rows of blue, green, red, alpha into rows of this table's pixels; `x` and `y` are the
  /// first pixel's place in the window.
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
          // Rec. 601's weights, in 256ths.
          ? red[place &+ (r &* 77 &+ g &* 150 &+ b &* 29 &+ 128) >> 8]
          : red[place &+ r] &+ green[place &+ g] &+ blue[place &+ b]
        to.storeBytes(of: pixels[Int(index)], as: UInt8.self)
        from += 4
        to += 1
      }
    }
  }
}

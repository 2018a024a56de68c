/// How a codec's rows of pixels look in memory.
///
/// Samples of 16 bits are in the machine's byte order. Samples of 32 bits are floats that are light
/// already: 1 is the white of ordinary pictures, and more is brighter. Alpha, where there is any,
/// is straight: the colours are not multiplied by it.
package struct RowFormat: Hashable, Sendable {
  /// What the samples of one pixel mean, in their order in memory.
  package enum Channels: Hashable, Sendable {
    /// One sample: black to white.
    case gray
    /// A grey sample and alpha.
    case grayAlpha
    /// Red, green, blue.
    case rgb
    /// Red, green, blue, alpha.
    case rgba
    /// Cyan, magenta, yellow, black: 0 is no ink, the largest value is full ink.
    case cmyk
    /// The same inks, and alpha.
    case cmyka

    /// Samples of one pixel, alpha included.
    package var count: Int {
      switch self {
      case .gray: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba, .cmyk: 4
      case .cmyka: 5
      }
    }

    /// Whether the last sample is alpha.
    package var hasAlpha: Bool { self == .grayAlpha || self == .rgba || self == .cmyka }

    /// Whether the samples are inks.
    package var areInks: Bool { self == .cmyk || self == .cmyka }
  }

  /// What the samples mean.
  package var channels: Channels
  /// Bits of one sample: 8, 16 or 32.
  package var depth: Int
  /// Bytes from one pixel to the next; more than the samples need where the codec pads.
  package var bytesPerPixel: Int
  /// Whether samples of 16 bits are half floats: light that tiles are made of, in the display's
  /// primaries and multiplied by alpha.
  package private(set) var isHalf = false

  /// Rows of pixels that follow one another every `bytesPerPixel` bytes; packed when it is `nil`.
  package init(channels: Channels, depth: Int = 8, bytesPerPixel: Int? = nil) {
    precondition(depth == 8 || depth == 16 || depth == 32, "samples have 8, 16 or 32 bits")
    let packed = channels.count * depth / 8
    self.channels = channels
    self.depth = depth
    self.bytesPerPixel = bytesPerPixel ?? packed
    precondition(
      self.bytesPerPixel >= packed && self.bytesPerPixel % (depth / 8) == 0,
      "a pixel has room for its samples")
  }

  /// Rows of half floats that follow one another closely: light that tiles are made of.
  package static func halves(_ channels: Channels) -> RowFormat {
    var format = RowFormat(channels: channels, depth: 16)
    format.isHalf = true
    return format
  }
}

/// The memory layout of a codec's rows of pixels.
///
/// 16-bit samples have the machine's byte order. 32-bit samples are floats in linear light: 1 is
/// SDR white, more is brighter. Alpha is straight: colours are not multiplied by it.
package struct RowFormat: Hashable, Sendable {
  /// The channels of a pixel, in memory order.
  package enum Channels: Hashable, Sendable {
    /// One sample: black to white.
    case gray
    /// Grey and alpha.
    case grayAlpha
    /// Red, green, blue.
    case rgb
    /// Red, green, blue, alpha.
    case rgba
    /// Cyan, magenta, yellow, black: 0 means no ink, the largest value full ink.
    case cmyk
    /// The same inks, and alpha.
    case cmyka

    /// Samples per pixel, including alpha.
    package var count: Int {
      switch self {
      case .gray: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba, .cmyk: 4
      case .cmyka: 5
      }
    }

    /// True if the last sample is alpha.
    package var hasAlpha: Bool { self == .grayAlpha || self == .rgba || self == .cmyka }

    /// True if the samples are inks.
    package var areInks: Bool { self == .cmyk || self == .cmyka }
  }

  /// The channels.
  package var channels: Channels
  /// Bits per sample: 8, 16 or 32.
  package var depth: Int
  /// Bytes from one pixel to the next; more than the samples need if the codec pads.
  package var bytesPerPixel: Int
  /// True if 16-bit samples are half floats: light for tiles, premultiplied and in the display's
  /// primaries.
  package private(set) var isHalf = false

  /// A row format with `bytesPerPixel` bytes per pixel; packed if `nil`.
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

  /// Packed rows of half floats: light for tiles.
  package static func halves(_ channels: Channels) -> RowFormat {
    var format = RowFormat(channels: channels, depth: 16)
    format.isHalf = true
    return format
  }
}

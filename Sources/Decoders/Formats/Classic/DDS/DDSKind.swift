/// The pixel format of a texture.
enum DDSKind {
  /// Bit fields given by masks.
  case masks(DDSMasks)
  /// One to four floats per pixel, of 16 or 32 bits.
  case floats(channels: Int, bits: Int)
  /// Unsigned floats for red, green and blue of 11, 11 and 10 bits.
  case smallFloats
  /// Three 9-bit mantissas with a shared exponent.
  case sharedExponent
  /// An index into a palette of 256 colours, alone or followed by alpha.
  case palette(hasAlpha: Bool)
  /// Two pixels in four bytes, such as YUY2.
  case pairs(DDSPairs)
  /// Blocks of 4 × 4 pixels.
  case blocks(DDSBlocks)

  /// Bytes of a row of pixels, or of a row of blocks.
  func rowBytes(_ width: Int) -> Int {
    switch self {
    case .masks(let masks): width * masks.pixelBytes
    case .floats(let channels, let bits): width * channels * bits / 8
    case .smallFloats, .sharedExponent: width * 4
    case .palette(let hasAlpha): width * (hasAlpha ? 2 : 1)
    case .pairs: (width + 1) / 2 * 4
    case .blocks(let blocks): (width + 3) / 4 * blocks.bytes
    }
  }

  /// Bytes of a mip level.
  func bytes(_ width: Int, _ height: Int) -> Int {
    if case .blocks = self { return rowBytes(width) * ((height + 3) / 4) }
    return rowBytes(width) * height
  }
}

/// The block formats.
enum DDSBlocks {
  case dxt1, dxt3, dxt5
  /// DXT5 with red in alpha.
  case redInAlpha
  case one(isSigned: Bool)
  case two(isSigned: Bool)
  case light(isSigned: Bool)
  case bc7

  /// Bytes per block.
  var bytes: Int {
    switch self {
    case .dxt1, .one: 8
    default: 16
    }
  }
}

/// The byte positions of two pixels' own and shared samples.
struct DDSPairs {
  /// The positions of both pixels' green or luma.
  var own: (Int, Int)
  /// The positions of red and blue, or of the differences of blue and red.
  var common: (Int, Int)
  /// True for luma and colour differences (ITU-R BT.601), false for red, green and blue.
  var isVideo: Bool
}

/// How the pixels of a texture are stored.
enum DDSKind {
  /// Numbers of bits that masks tell.
  case masks(DDSMasks)
  /// One to four floats a pixel, of 16 or 32 bits.
  case floats(channels: Int, bits: Int)
  /// Red, green and blue as floats of 11, 11 and 10 bits without a sign.
  case smallFloats
  /// Three mantissas of 9 bits, and their exponent.
  case sharedExponent
  /// A number in a table of 256 colours, alone or with alpha behind it.
  case palette(hasAlpha: Bool)
  /// Two pixels in four bytes: their places, of red or a blue difference first.
  case pairs(DDSPairs)
  /// Blocks of 4 × 4 pixels.
  case blocks(DDSBlocks)

  /// Bytes of a row of so many pixels; of a row of blocks, where there are some.
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

  /// Bytes of a level of the texture.
  func bytes(_ width: Int, _ height: Int) -> Int {
    if case .blocks = self { return rowBytes(width) * ((height + 3) / 4) }
    return rowBytes(width) * height
  }
}

/// The kinds of blocks.
enum DDSBlocks {
  case dxt1, dxt3, dxt5
  /// DXT5 whose alpha is red.
  case redInAlpha
  case one(isSigned: Bool)
  case two(isSigned: Bool)
  case light(isSigned: Bool)
  case bc7

  /// Bytes of one block.
  var bytes: Int {
    switch self {
    case .dxt1, .one: 8
    default: 16
    }
  }
}

/// Where two pixels' own samples and their common ones lie in four bytes.
struct DDSPairs {
  /// Places of both pixels' green or brightness.
  var own: (Int, Int)
  /// Places of red and blue, or of the differences of blue and red.
  var common: (Int, Int)
  /// True for brightness and differences (ITU-R BT.601), false for red, green and blue.
  var isVideo: Bool
}

/// Where the samples of a pixel of 16 or 32 bits lie.
struct BitmapMasks: Hashable {
  /// One sample: adjacent bits of the pixel.
  struct Channel: Hashable {
    /// The place of its lowest bit.
    let shift: UInt32
    /// How many bits it has; 0 for none.
    let bits: Int

    /// The bits of a mask from its lowest to its highest, as if none between were missing.
    init(_ mask: Int) {
      let mask = UInt32(truncatingIfNeeded: mask)
      shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      bits = mask == 0 ? 0 : 32 - mask.leadingZeroBitCount - mask.trailingZeroBitCount
    }

    /// The largest sample.
    var most: UInt32 { bits >= 32 ? .max : (1 << UInt32(bits)) - 1 }

    /// The sample of a pixel.
    @inline(__always)
    func sample(_ pixel: UInt32) -> UInt32 { (pixel >> shift) & most }
  }

  var red: Channel
  var green: Channel
  var blue: Channel
  /// No bits where every pixel is opaque.
  var alpha = Channel(0)

  init(red: Int, green: Int, blue: Int) {
    self.red = Channel(red)
    self.green = Channel(green)
    self.blue = Channel(blue)
  }

  /// Those of files that have none: 5 bits each, or 8.
  init(bits: Int) {
    if bits == 16 {
      self.init(red: 0x7C00, green: 0x3E0, blue: 0x1F)
    } else {
      self.init(red: 0xFF0000, green: 0xFF00, blue: 0xFF)
    }
  }

  /// True if every sample is one of the pixel's bytes in the usual order.
  var isBGR: Bool {
    var usual = BitmapMasks(bits: 32)
    usual.alpha = alpha
    return self == usual && (alpha.bits == 0 || alpha == Channel(0xFF00_0000))
  }

  /// True if samples have more than eight bits.
  var isDeep: Bool { [red, green, blue, alpha].contains { $0.bits > 8 } }
}

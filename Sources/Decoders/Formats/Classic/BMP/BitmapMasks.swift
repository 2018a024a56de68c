/// The positions of the channels in a 16-bit or 32-bit pixel.
struct BitmapMasks: Hashable {
  /// A channel: adjacent bits of the pixel.
  struct Channel: Hashable {
    /// The position of its lowest bit.
    let shift: UInt32
    /// The number of bits; 0 if there is no such channel.
    let bits: Int

    /// The bits of a mask from its lowest to its highest, ignoring gaps.
    init(_ mask: Int) {
      let mask = UInt32(truncatingIfNeeded: mask)
      shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      bits = mask == 0 ? 0 : 32 - mask.leadingZeroBitCount - mask.trailingZeroBitCount
    }

    /// The largest sample.
    var most: UInt32 { bits >= 32 ? .max : (1 << UInt32(bits)) - 1 }

    @inline(__always)
    func sample(_ pixel: UInt32) -> UInt32 { (pixel >> shift) & most }
  }

  var red: Channel
  var green: Channel
  var blue: Channel
  /// No bits if every pixel is opaque.
  var alpha = Channel(0)

  init(red: Int, green: Int, blue: Int) {
    self.red = Channel(red)
    self.green = Channel(green)
    self.blue = Channel(blue)
  }

  /// The default masks: 5 bits each, or 8.
  init(bits: Int) {
    if bits == 16 {
      self.init(red: 0x7C00, green: 0x3E0, blue: 0x1F)
    } else {
      self.init(red: 0xFF0000, green: 0xFF00, blue: 0xFF)
    }
  }

  /// True if every channel is one byte in the usual order.
  var isBGR: Bool {
    var usual = BitmapMasks(bits: 32)
    usual.alpha = alpha
    return self == usual && (alpha.bits == 0 || alpha == Channel(0xFF00_0000))
  }

  /// True if any channel has more than eight bits.
  var isDeep: Bool { [red, green, blue, alpha].contains { $0.bits > 8 } }
}

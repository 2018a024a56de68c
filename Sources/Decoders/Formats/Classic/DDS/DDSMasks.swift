/// Pixels whose channels are bit fields of a little-endian number.
struct DDSMasks {
  let pixelBytes: Int
  /// Masks of red, green, blue and alpha; 0 for a missing channel.
  var masks: SIMD4<UInt64>
  /// True if channels are signed; the lowest value is shown as black.
  var isSigned = false
  /// True for grey: the first mask is the only colour.
  var isGray = false

  init(_ pixelBytes: Int, _ red: UInt64, _ green: UInt64, _ blue: UInt64, _ alpha: UInt64) {
    self.pixelBytes = pixelBytes
    masks = SIMD4(red, green, blue, alpha)
  }

  /// One channel, shown as grey.
  init(gray pixelBytes: Int, _ mask: UInt64, alpha: UInt64 = 0) {
    self.init(pixelBytes, mask, 0, 0, alpha)
    isGray = true
  }

  /// The same masks, for signed channels.
  var signed: DDSMasks {
    var masks = self
    masks.isSigned = true
    return masks
  }

  /// Adjacent channels with equal bits, red lowest.
  static func even(_ channels: Int, bits: Int) -> DDSMasks {
    let mask = UInt64.max >> UInt64(64 - bits)
    let all = (0..<4).map { $0 < channels ? mask << UInt64($0 * bits) : 0 }
    var masks = DDSMasks(channels * bits / 8, all[0], all[1], all[2], all[3])
    masks.isGray = channels == 1
    return masks
  }

  /// True if any channel has more than 8 bits.
  var isDeep: Bool { (0..<4).contains { masks[$0].nonzeroBitCount > 8 } }

  /// The byte of each channel if each is one whole byte; else `nil`.
  func bytePlaces(_ count: Int) -> [Int]? {
    guard !isSigned, !isGray else { return nil }
    let places = (0..<count).compactMap { channel -> Int? in
      let place = masks[channel].trailingZeroBitCount
      return place % 8 == 0 && place < 64 && masks[channel] == 0xFF << UInt64(place)
        ? place / 8 : nil
    }
    return places.count == count ? places : nil
  }

  /// A channel's position and values.
  struct Channel {
    let shift: UInt64
    let mask: UInt64
    /// The value of each sample: 0 to 255, or to 65 535 for deep pixels.
    let values: [UInt16]
  }

  /// The channel of a mask; `nil` if the mask is 0.
  func channel(_ index: Int) -> Channel? {
    guard masks[index] != 0 else { return nil }
    var shift = masks[index].trailingZeroBitCount
    var bits = 64 - masks[index].leadingZeroBitCount - shift
    // Only the 16 highest bits matter.
    if bits > 16 { (shift, bits) = (shift + bits - 16, 16) }
    let count = 1 << bits
    let most = isDeep ? 65535 : 255
    let values = (0..<count).map { number -> UInt16 in
      guard isSigned, bits > 1 else {
        return UInt16((number * most * 2 + count - 1) / (2 * (count - 1)))
      }
      let half = count / 2
      let value = max(1 - half, number >= half ? number - count : number) + half - 1
      return UInt16((value * most * 2 + count - 2) / (2 * (count - 2)))
    }
    return Channel(shift: UInt64(shift), mask: UInt64(count - 1), values: values)
  }
}

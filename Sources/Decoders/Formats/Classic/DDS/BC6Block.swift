import DecoderKit

/// BC6H blocks: light in half floats, with one or two pairs of colours.
struct BC6Block {
  /// The layouts by the mode's five bits.
  private static let layouts: [BC6Layout?] = (0..<32).map { mode in
    BC6Layout.ofMode[mode & 3 < 2 ? mode & 3 : mode]
  }

  private static let weights = (0...4).map { BlockPartition.weights($0) }

  /// Decodes 16 bytes to sixteen pixels: the bits of half floats.
  static func decode(
    _ bytes: UnsafeRawPointer, isSigned: Bool,
    into pixels: UnsafeMutablePointer<SIMD4<UInt16>>
  ) {
    var bits = BlockBits(bytes)
    let mode = Int(bits.bits(at: 0, 5))
    guard let layout = layouts[mode] else {
      // Reserved modes are black.
      pixels.update(repeating: SIMD4(), count: 16)
      return
    }
    bits.place = mode & 3 < 2 ? 2 : 5
    withUnsafeTemporaryAllocation(of: SIMD4<Int32>.self, capacity: 4) { ends in
      ends.update(repeating: SIMD4())
      for bit in layout.bits { ends[bit.end][bit.channel] |= bits.next(1) << Int32(bit.bit) }
      finish(ends, layout, isSigned: isSigned)
      let partition = layout.regions == 2 ? Int(bits.next(5)) : 0
      let indexBits = layout.regions == 2 ? 3 : 4
      let weights = weights[indexBits]
      for pixel in 0..<16 {
        let isFirst =
          pixel == 0
          || layout.regions == 2 && pixel == Int(BlockPartition.secondOfTwo[partition])
        let weight = weights[Int(bits.next(isFirst ? indexBits - 1 : indexBits))]
        let region =
          layout.regions == 2 ? Int(BlockPartition.two[partition] &>> UInt16(pixel) & 1) : 0
        let (from, to) = (ends[2 &* region], ends[2 &* region &+ 1])
        let mixed = (from &* (64 &- weight) &+ to &* weight &+ 32) &>> 6
        for channel in 0..<3 { pixels[pixel][channel] = half(mixed[channel], isSigned) }
      }
    }
  }

  /// Expands the endpoints to 16 bits.
  private static func finish(
    _ ends: UnsafeMutableBufferPointer<SIMD4<Int32>>, _ layout: BC6Layout, isSigned: Bool
  ) {
    func extended(_ value: Int32, _ bits: Int) -> Int32 {
      (value << Int32(32 - bits)) >> Int32(32 - bits)
    }
    let mask = Int32(1) << Int32(layout.precision) - 1
    for channel in 0..<3 {
      if isSigned { ends[0][channel] = extended(ends[0][channel], layout.precision) }
      for end in 1..<2 * layout.regions {
        if isSigned || layout.isDifference {
          ends[end][channel] = extended(ends[end][channel], layout.others[channel])
        }
        guard layout.isDifference else { continue }
        let sum = (ends[end][channel] &+ ends[0][channel]) & mask
        ends[end][channel] = isSigned ? extended(sum, layout.precision) : sum
      }
      for end in 0..<2 * layout.regions {
        ends[end][channel] = widened(ends[end][channel], layout.precision, isSigned)
      }
    }
  }

  private static func widened(_ value: Int32, _ bits: Int, _ isSigned: Bool) -> Int32 {
    let shift = Int32(bits)
    guard isSigned else {
      if bits >= 15 || value == 0 { return value }
      return value == Int32(1) << shift - 1 ? 0xFFFF : (value << 16 + 0x8000) >> shift
    }
    if bits >= 16 || value == 0 { return value }
    let magnitude = abs(value)
    let wide =
      magnitude >= Int32(1) << (shift - 1) - 1
      ? 0x7FFF : (magnitude << 15 + 0x4000) >> (shift - 1)
    return value < 0 ? -wide : wide
  }

  private static func half(_ value: Int32, _ isSigned: Bool) -> UInt16 {
    guard isSigned else { return UInt16(truncatingIfNeeded: (value &* 31) &>> 6) }
    let magnitude = UInt16(truncatingIfNeeded: (abs(value) &* 31) &>> 5)
    return value < 0 ? 0x8000 | magnitude : magnitude
  }
}

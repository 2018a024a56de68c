/// BC7 blocks: eight modes, with one to three pairs of colours and their indices.
struct BC7Block {
  /// The bit fields of a mode.
  private struct Mode {
    var subsets: Int
    var partitionBits: Int
    var rotationBits = 0
    var selectorBits = 0
    var colorBits: Int
    var alphaBits = 0
    /// Extra lowest bits of each endpoint, or shared by both endpoints of a subset.
    var endBits = 0
    var sharedBits = 0
    var indexBits: Int
    var secondBits = 0
  }

  private static let modes = [
    Mode(subsets: 3, partitionBits: 4, colorBits: 4, endBits: 1, indexBits: 3),
    Mode(subsets: 2, partitionBits: 6, colorBits: 6, sharedBits: 1, indexBits: 3),
    Mode(subsets: 3, partitionBits: 6, colorBits: 5, indexBits: 2),
    Mode(subsets: 2, partitionBits: 6, colorBits: 7, endBits: 1, indexBits: 2),
    Mode(
      subsets: 1, partitionBits: 0, rotationBits: 2, selectorBits: 1, colorBits: 5, alphaBits: 6,
      indexBits: 2, secondBits: 3),
    Mode(
      subsets: 1, partitionBits: 0, rotationBits: 2, colorBits: 7, alphaBits: 8, indexBits: 2,
      secondBits: 2),
    Mode(subsets: 1, partitionBits: 0, colorBits: 7, alphaBits: 7, endBits: 1, indexBits: 4),
    Mode(subsets: 2, partitionBits: 6, colorBits: 5, alphaBits: 5, endBits: 1, indexBits: 2),
  ]

  private static let weights = (0...4).map { BlockPartition.weights($0) }

  /// Decodes 16 bytes to sixteen pixels: red, green, blue and alpha of 8 bits.
  static func decode(_ bytes: UnsafeRawPointer, into pixels: UnsafeMutablePointer<SIMD4<UInt8>>) {
    var bits = BlockBits(bytes)
    let number = bytes.load(as: UInt8.self).trailingZeroBitCount
    guard number < 8 else {
      // Reserved modes are transparent.
      pixels.update(repeating: SIMD4(), count: 16)
      return
    }
    let mode = modes[number]
    bits.place = number + 1
    let partition = Int(bits.next(mode.partitionBits))
    let rotation = Int(bits.next(mode.rotationBits))
    let selector = bits.next(mode.selectorBits)
    withUnsafeTemporaryAllocation(of: SIMD4<Int32>.self, capacity: 6) { ends in
      readEnds(mode, &bits, ends)
      var first = Indices(bits, mode, partition: partition, bits: mode.indexBits)
      bits.place += first.length
      var second = first
      if mode.secondBits > 0 {
        second = Indices(bits, mode, partition: partition, bits: mode.secondBits)
        if selector == 1 { swap(&first, &second) }
      }
      let (colorWeights, alphaWeights) = (weights[first.bits], weights[second.bits])
      for pixel in 0..<16 {
        let subset = subset(of: pixel, mode.subsets, partition)
        let (from, to) = (ends[2 &* subset], ends[2 &* subset &+ 1])
        let color = colorWeights[first[pixel]]
        let alpha = alphaWeights[second[pixel]]
        let weight = SIMD4(color, color, color, alpha)
        let mixed = (from &* (64 &- weight) &+ to &* weight &+ 32) &>> 6
        var result = SIMD4<UInt8>(truncatingIfNeeded: mixed)
        if rotation > 0 {
          (result[3], result[rotation &- 1]) = (result[rotation &- 1], result[3])
        }
        pixels[pixel] = result
      }
    }
  }

  /// Reads the endpoints of all subsets, and expands them to 8 bits.
  private static func readEnds(
    _ mode: Mode, _ bits: inout BlockBits, _ ends: UnsafeMutableBufferPointer<SIMD4<Int32>>
  ) {
    let count = 2 * mode.subsets
    for channel in 0..<3 {
      for end in 0..<count { ends[end][channel] = bits.next(mode.colorBits) }
    }
    for end in 0..<count { ends[end][3] = mode.alphaBits > 0 ? bits.next(mode.alphaBits) : 255 }
    let lowest = mode.endBits + mode.sharedBits
    if lowest > 0 {
      var bit: Int32 = 0
      for end in 0..<count {
        if mode.endBits > 0 || end % 2 == 0 { bit = bits.next(1) }
        for channel in 0..<(mode.alphaBits > 0 ? 4 : 3) {
          ends[end][channel] = ends[end][channel] << 1 | bit
        }
      }
    }
    for end in 0..<count {
      for channel in 0..<(mode.alphaBits > 0 ? 4 : 3) {
        let depth = Int32((channel < 3 ? mode.colorBits : mode.alphaBits) + lowest)
        let value = ends[end][channel] << (8 - depth)
        ends[end][channel] = value | value >> depth
      }
    }
  }

  @inline(__always)
  private static func subset(of pixel: Int, _ subsets: Int, _ partition: Int) -> Int {
    switch subsets {
    case 2: Int(BlockPartition.two[partition] &>> UInt16(pixel) & 1)
    case 3: Int(BlockPartition.three[partition] &>> UInt32(2 &* pixel) & 3)
    default: 0
    }
  }

  /// The indices of sixteen pixels, four bits each.
  private struct Indices {
    let bits: Int
    /// The length of the indices in the block, in bits.
    let length: Int
    private var packed: UInt64 = 0

    init(_ source: BlockBits, _ mode: Mode, partition: Int, bits: Int) {
      self.bits = bits
      var source = source
      let start = source.place
      let second = mode.subsets == 2 ? BlockPartition.secondOfTwo : BlockPartition.secondOfThree
      for pixel in 0..<16 {
        let isFirst =
          pixel == 0 || mode.subsets > 1 && pixel == Int(second[partition])
          || mode.subsets == 3 && pixel == Int(BlockPartition.thirdOfThree[partition])
        let index = source.next(isFirst ? bits - 1 : bits)
        packed |= UInt64(index) << UInt64(4 * pixel)
      }
      length = source.place - start
    }

    subscript(pixel: Int) -> Int { Int(packed &>> UInt64(4 &* pixel) & 15) }
  }
}
